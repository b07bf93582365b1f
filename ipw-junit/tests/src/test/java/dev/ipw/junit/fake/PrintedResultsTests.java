package dev.ipw.junit.fake;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Provenance;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.telemetry.CollectorSelection;
import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What jshell shows after a line: one line with figure, unit, range and provenance. */
@Tag("real-time")
class PrintedResultsTests {
    private static final String NUMBER = "[0-9.]+";
    private static final String JOULES = NUMBER + " J \\[" + NUMBER + ", " + NUMBER + "] MEASURED \\(fake package-0\\)";

    @TempDir
    private Path runs;

    @Test
    void telemetry() {
        try (TelemetrySession session = TelemetrySession.builder().collectors(CollectorSelection.none())
                .source(new FakeTelemetrySource(50)).open()) {
            assertThat(session).hasToString("telemetry session, sensors: 1, joules by fake package-0");
            assertThat(session.sensors()).hasToString("[package-0 ENERGY_COUNTER (fake package-0)]");
            assertThat(session.measure(PrintedResultsTests::work).toString())
                    .matches(JOULES + ", package, in " + NUMBER + " s");

            RequestSpan span = session.request("ticket-17");
            assertThat(span).hasToString("request ticket-17 (open)");
            work();
            span.close();
            assertThat(span.toString()).matches("request ticket-17: " + JOULES);
        }
    }

    @Test
    void telemetryWithoutASensor() {
        try (TelemetrySession session = TelemetrySession.builder().collectors(CollectorSelection.none()).open()) {
            assertThat(session.toString()).startsWith("telemetry session, sensors: 0, no joules: ")
                    .doesNotContain("\n");
        }
    }

    @Test
    void runsAndTheirAnalyses() throws InterruptedException {
        ProfileRun run = run("a");

        assertThat(run.toString())
                .matches("12 queries of sums to fake-model in " + NUMBER + " s: " + JOULES + ", in .*");
        assertThat(run.summary().toString()).matches("12 queries of sums to fake-model in " + NUMBER + " s: " + JOULES);
        assertThat(run.efficiency().toString()).matches("12 of 12 right, " + NUMBER + " J/query \\[.*], " + NUMBER
                + " IPJ \\[.*], MEASURED \\(fake package-0\\)");
        assertThat(run.comparedWith(run("b")).toString()).contains(" against ").contains(", pairs: 12; ")
                .containsPattern("[0-9]+ of [0-9]+ figures differ").doesNotContain("\n");
        try (var records = run.records()) {
            assertThat(records.map(String::valueOf))
                    .allMatch(text -> text.matches("q[0-9]+: CORRECT, " + JOULES + ", in " + NUMBER + " s"));
        }
        assertThat(run.analyze("cost").toString()).startsWith("Cost: ").doesNotContain("\n").hasSizeLessThan(500);
    }

    @Test
    void results() {
        AnalysisResult result = AnalysisResult.builder("carbon", "Carbon")
                .figure(AnalysisColumn.estimate("co2e", "g"),
                        AnalysisValue.of(new Estimate(1.25, new Interval(1.1, 1.5, 0.95))).from(Provenance.MEASURED))
                .figure(AnalysisColumn.number("water", "l"), AnalysisValue.absent("not metered")).build();

        assertThat(result).hasToString("Carbon: co2e 1.25 g [1.1, 1.5] MEASURED (1 of 2 figures)");
        assertThat(result.figure("water")).hasToString("unknown: not metered");
    }

    private ProfileRun run(String name) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().client(FakeInferenceClient.answering(asked -> {
            work();
            return "4";
        })).dataset(new Sums()).output(runs.resolve(name))
                .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0).calibration(false))
                .plugins(known -> known.telemetrySource(new FakeTelemetrySource(50))).build()) {
            assertThat(profiler).hasToString("profiler of fake-model (fake)");
            return profiler.run();
        }
    }

    /** Takes long enough for a few readings. */
    private static void work() {
        long end = System.nanoTime() + 20_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static final class Sums implements Dataset {
        @Override
        public String id() {
            return "sums";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.rangeClosed(1, 12)
                    .mapToObj(number -> DatasetRecord.of("q" + number, "What is 2 + 2? (" + number + ")", "4"));
        }
    }
}
