package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.export.QueryFacts.Answer;
import dev.ipw.benchmarks.export.QueryFacts.Judgement;
import dev.ipw.benchmarks.export.QueryFacts.Use;
import dev.ipw.benchmarks.export.RunFacts.Counts;
import dev.ipw.benchmarks.export.RunFacts.Dataset;
import dev.ipw.benchmarks.export.RunFacts.Energy;
import dev.ipw.benchmarks.export.RunFacts.Model;
import dev.ipw.benchmarks.export.RunFacts.Setup;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.inference.TokenUsage;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** Makes a run of four queries: a right one, a wrong one, one that failed and one that was not scored. */
final class MadeFacts {
    static final String NOT_MEASURED = "telemetry is switched off";

    private MadeFacts() {}

    static RunFacts run(Provenance provenance) {
        Setup setup = new Setup("demo", new Model("Qwen3-8B", "vllm", true),
                new Dataset("hf/cais/hle/hle@abc123", "Humanity's Last Exam"), "H200", "1.0.0",
                Instant.parse("2026-11-24T03:00:00Z"), Instant.parse("2026-11-24T03:10:00Z"), false,
                1);
        Counts counts = new Counts(4, 1, 3, 1, Optional.of(estimate(1 / 3.0, 0.0625, 0.8125)), OptionalLong.of(300),
                OptionalLong.of(60));
        return new RunFacts(setup, counts, energy(provenance));
    }

    private static Energy energy(Provenance provenance) {
        if (provenance == Provenance.UNAVAILABLE) {
            return new Energy(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), provenance,
                    "none", "none", Optional.of(NOT_MEASURED));
        }
        return new Energy(Optional.of(estimate(8, 6, 10)), Optional.of(estimate(1 / 24.0, 0.015, 0.0625)),
                Optional.of(estimate(1 / 1500.0, 0.00025, Double.POSITIVE_INFINITY)),
                Optional.of(estimate(500, 450, 550)), provenance, "gpu", "NVML total energy", Optional.empty());
    }

    private static Estimate estimate(double value, double low, double high) {
        return new Estimate(value, new Interval(low, high, 0.95));
    }

    static List<QueryFacts> queries(Provenance provenance) {
        return List.of(
                query(DatasetRecord.builder("q1", "What is 6 x 7?").answer("42").subject("maths")
                        .system("Be brief.").metadata(Map.of(QueryFacts.CATEGORY, "Computer and mathematical"))
                        .build(), answer("42", "stop"), judged(Optional.of(true), true, "42"), provenance),
                query(DatasetRecord.builder("q2", "Which letter?").answer("B").choices(List.of("one", "two"))
                        .metadata(Map.of(QueryFacts.CATEGORY, "legal-services", "source", "made")).build().inEpoch(2),
                        answer("", "length"), judged(Optional.of(false), false, ""), provenance),
                new QueryFacts(DatasetRecord.builder("q3", "Does it fail?").answer("yes")
                        .metadata(Map.of(QueryFacts.CATEGORY, "Computer and mathematical")).build(),
                        new Answer("ye", Optional.empty(), Optional.of("connection reset"), TokenUsage.absent()),
                        judged(Optional.of(false), true, ""),
                        new Use(reading(provenance, 2), "gpu", OptionalDouble.empty(), OptionalDouble.empty(),
                                OptionalDouble.empty(), OptionalDouble.of(400))),
                query(DatasetRecord.of("q4", "Who judges?", ""), answer("nobody", "odd"),
                        judged(Optional.empty(), true, ""), provenance));
    }

    private static Answer answer(String text, String reason) {
        return new Answer(text, Optional.of(reason), Optional.empty(), TokenUsage.server(100, 20));
    }

    private static Judgement judged(Optional<Boolean> isRight, boolean isAttempted, String extracted) {
        return new Judgement("exact", isRight, isAttempted,
                extracted.isEmpty() ? Optional.empty() : Optional.of(extracted),
                isRight.equals(Optional.of(true)) ? "same text" : "");
    }

    private static QueryFacts query(DatasetRecord question, Answer answer, Judgement judgement,
            Provenance provenance) {
        return new QueryFacts(question, answer, judgement, new Use(reading(provenance, 4), "gpu",
                OptionalDouble.of(5e12), OptionalDouble.of(0.5), OptionalDouble.of(0.125), OptionalDouble.of(500)));
    }

    private static EnergyReading reading(Provenance provenance, double joules) {
        return provenance == Provenance.UNAVAILABLE
                ? EnergyReading.unavailable(Scope.GPU, "none", NOT_MEASURED)
                : EnergyReading.of(joules, joules - 1, joules + 1, provenance, Scope.GPU, "NVML", Set.of());
    }
}
