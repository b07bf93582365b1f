package dev.ipw;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.telemetry.recorded.ReplayProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A log that another program wrote gives a run its joules. */
@Tag("real-time")
class ProfilerReplayTests {
    private static final double WATTS = 240;

    @TempDir
    private Path directory;

    private void assertJoules(String column, double atStart, double perRow, Provenance provenance)
            throws IOException, InterruptedException {
        StringBuilder log = new StringBuilder("time_s,device," + column + "\n");
        for (int row = 0; row < 6000; row++) {
            log.append(row / 20.0).append(",gpu0,").append(atStart + row * perRow).append('\n');
        }
        Path file = Files.writeString(directory.resolve(column + ".csv"), log);
        Path questions = Files.writeString(directory.resolve("questions.csv"),
                "problem,answer\nwhat,42\nwho,42\nwhen,42\nwhy,42\n");
        ProfileRun run;
        try (Profiler profiler = Profiler.builder().client(new FakeClient(prompt -> "42"))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "any",
                        Map.of()))
                .dataset(questions.toString())
                .measurement(how -> how.idleSeconds(0).telemetry("replay:" + file)).output(directory)
                .plugins(known -> known.discovery(false).register(new ReplayProvider()))
                .build()) {
            run = profiler.run();
        }

        try (Stream<ProfilingRecord> records = run.records()) {
            assertThat(records.toList()).hasSize(4).allSatisfy(record -> {
                EnergyReading headline = record.metrics().energy().headline();
                assertThat(headline.provenance()).isEqualTo(provenance);
                double expected = WATTS * record.metrics().latency().totalSeconds();
                assertThat(expected).isPositive();
                assertThat(headline.joules().orElseThrow()).isCloseTo(expected, within(expected * 0.01 + 1e-6));
            });
        }
        assertThat(run.summary().warnings()).noneMatch(warning -> warning.contains("replay"));
    }

    @Test
    void aLogOfPowerGivesIntegratedJoules() throws IOException, InterruptedException {
        assertJoules("power_w", WATTS, 0, Provenance.INTEGRATED);
    }

    @Test
    void aLogOfACounterGivesMeasuredJoules() throws IOException, InterruptedException {
        assertJoules("energy_joules", 1e6, WATTS / 20, Provenance.MEASURED);
    }
}
