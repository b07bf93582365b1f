package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Asks for sums, answers and judges them. */
final class AskedSums {
    private AskedSums() {}

    static ProfilerBuilder builder(Path runs, FakeClient client, int questions) {
        return Profiler.builder().client(client).evaluator(AskedSums::judge).dataset(questions(questions))
                .measurement(how -> how.idleSeconds(0).telemetry("none")).output(runs)
                .plugins(known -> known.telemetrySource(new SteadySource()));
    }

    static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    static String answer(String prompt) {
        return prompt.startsWith("question") ? prompt.replaceAll("\\D+", "") : "one two three";
    }

    static Evaluation judge(DatasetRecord question, QueryOutcome outcome) {
        String answer = outcome.answer();
        boolean right = answer.equals(question.answer());
        return new Evaluation(right ? Verdict.CORRECT : Verdict.INCORRECT, Optional.of(answer), "compared", Map.of());
    }

    static Dataset questions(int count) {
        return new FakeDataset(IntStream.range(0, count).mapToObj(number -> DatasetRecord.of("id-" + number,
                "question " + number, Integer.toString(number))).toList());
    }
}
