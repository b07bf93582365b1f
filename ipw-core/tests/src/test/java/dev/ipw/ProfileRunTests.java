package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Verdict;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.LoadSettings;
import dev.ipw.statistics.Quantiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProfileRunTests {
    @TempDir
    private Path runs;

    /** Ask 40 questions, one each two seconds; each takes so many seconds to its end. */
    private ProfileRun run(String name, double seconds) throws IOException {
        FabricatedRun run = new FabricatedRun(runs.resolve(name), LoadSettings.ofConcurrency(1));
        for (int number = 0; number < 40; number++) {
            run.with(new FabricatedRun.Query("sums", number * 2.0, number * 2.0 + 0.1,
                    number * 2.0 + seconds + number * 1e-3, 10, Verdict.CORRECT));
        }
        return run.finish();
    }

    @Test
    void analysesByTheNameOfAnAnalysis() throws IOException {
        ProfileRun run = run("one", 1);

        AnalysisResult latency = run.analyze("latency", Map.of("slo", "ttft=200ms"));

        assertThat(latency.analysis()).isEqualTo("latency");
        assertThat(run.path().resolve("analysis").resolve("latency.json")).exists();
        assertThatThrownBy(() -> run.analyze("latencies", Map.of())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("latency");
        assertThatThrownBy(() -> run.analyze("latency", Map.of("slow", "1"))).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("slow");
    }

    @Test
    void analysesWithTheDefaultsOfAnAnalysis() throws IOException {
        assertThat(run("one", 1).analyze("accuracy").analysis()).isEqualTo("accuracy");
    }

    @Test
    void listsAFigureForEachRecordAlsoWhereItIsAbsent() throws IOException {
        FabricatedRun made = new FabricatedRun(runs.resolve("some"), LoadSettings.ofConcurrency(1));
        for (int number = 0; number < 4; number++) {
            made.with(new FabricatedRun.Query("sums", number * 2.0, number * 2.0 + 0.1, number * 2.0 + 1,
                    number % 2 == 0 ? 10 : 1, Verdict.CORRECT));
        }
        ProfileRun run = made.finish();

        List<OptionalDouble> all = run.dimensionByRecord("tpot");

        try (Stream<ProfilingRecord> records = run.records()) {
            assertThat(all).isEqualTo(records.map(Dimension.TIME_PER_OUTPUT_TOKEN::of).toList());
        }
        assertThat(all).hasSize(4).anyMatch(OptionalDouble::isEmpty).anyMatch(OptionalDouble::isPresent);
        assertThat(all.stream().flatMapToDouble(OptionalDouble::stream).toArray()).isEqualTo(run.dimension("tpot"));
        assertThatThrownBy(() -> run.dimensionByRecord("tpt")).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void givesPercentilesOfTheLatencyFigures() throws IOException {
        ProfileRun run = run("one", 1);
        double[] latencies = run.latencies(Dimension.TIME_FROM_INTENDED_START);

        QuantileEstimate median = run.percentile("time_from_intended_start", 0.5).orElseThrow();

        assertThat(median.value()).isEqualTo(Quantiles.of(latencies, 0.5));
        assertThat(median.low().orElseThrow()).isLessThan(median.value());
        assertThat(run.percentile("time_from_intended_start", 0.999)).as("of 40 queries").isEmpty();
    }

    @Test
    void comparesWithABaseline() throws IOException {
        RunComparison comparison = run("slower", 1.5).comparedWith(run("faster", 1));

        assertThat(comparison.of(ComparedDimension.of(Dimension.TIME_FROM_INTENDED_START))).hasValueSatisfying(
                seconds -> assertThat(seconds.outcome()).isEqualTo(Outcome.SINGLE_RUNS));
        assertThat(comparison.isOfSingleRuns()).isTrue();
    }

    @Test
    void comparesRepeatedRuns() throws IOException {
        RunComparison comparison = ProfileRun.compareRepeats(List.of(run("a1", 1), run("a2", 1.01)),
                List.of(run("b1", 4), run("b2", 4.02)));

        assertThat(comparison.repeats()).isEqualTo(2);
        assertThat(comparison.dimensions()).isNotEmpty()
                .noneMatch(one -> one.outcome() == Outcome.SINGLE_RUNS);
    }
}
