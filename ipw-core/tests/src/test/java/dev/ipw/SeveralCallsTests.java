package dev.ipw;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.load.Load;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.record.QueryParts.CallMetrics;
import dev.ipw.record.QueryParts.ToolMetrics;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.results.internal.journal.JournalReader;
import dev.ipw.run.DeviceTotals;
import dev.ipw.telemetry.SampleStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Queries of three calls with two tools between them, on a machine that always draws the same. */
@Tag("kill")
@Tag("process")
@Tag("real-time")
class SeveralCallsTests {
    private static final double WATTS = SteadySource.WATTS;
    /** The counter moves each 5 ms: at each end a part may be off by what is drawn in that time. */
    private static final double EDGES_JOULES = 2 * 0.005 * WATTS;

    /** So long after a moment the counter has moved, so that what was drawn until then is known. */
    private static final long MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    @TempDir
    Path runs;

    private ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    @Test
    void callsToolsAndWaitingHaveTheJoulesOfTheirTimes() throws InterruptedException {
        ProfileRun run = run(ToolUsingRunner.builder(runs, new ToolUsingRunner.ScriptedModel(Optional.empty())));

        for (ProfilingRecord record : records(run)) {
            QueryParts parts = record.metrics().parts().orElseThrow();
            assertThat(parts.calls()).hasSize(ToolUsingRunner.TURNS).extracting(CallMetrics::number)
                    .containsExactly(1, 2, 3);
            assertThat(parts.tools()).extracting(tool -> tool.span().name()).containsExactly("search", "add");
            double waited = seconds(record.outcome().calls().getFirst().startNanos(), record.outcome().endNanos());
            for (int call = 0; call < parts.calls().size(); call++) {
                ModelCall made = record.outcome().calls().get(call);
                double served = seconds(made.startNanos(), made.endNanos());
                waited -= served;
                assertJoules(parts.calls().get(call).energy().headline(), served * WATTS);
            }
            for (ToolMetrics tool : parts.tools()) {
                double worked = seconds(tool.span().startNanos(), tool.span().endNanos());
                waited -= worked;
                assertJoules(tool.energy(), worked * WATTS);
            }
            assertThat(parts.idle().joules().orElseThrow()).isCloseTo(waited * WATTS, within(3 * EDGES_JOULES));
            assertThat(record.isCorrect()).contains(true);
        }
        assertConserved(run);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void partsAddUpToTheQueryAndQueriesToTheDevice(int concurrency) throws InterruptedException {
        ProfileRun run = run(ToolUsingRunner.builder(runs, new ToolUsingRunner.ScriptedModel(Optional.empty()))
                .load(Load.concurrency(concurrency)));

        assertThat(records(run)).hasSize(ToolUsingRunner.QUESTIONS);
        assertConserved(run);
        assertThat(run.summary().totals().devices().getFirst().abandonedJoules()).hasValue(0);
    }

    @Test
    void aKillInTheSecondCallLosesAndDoublesNothing() throws Exception {
        Process process = ProgramProcess.start(ToolUsingRunner.class, runs);
        // Samples are written once a second: those of the first call are kept once one that came after it is.
        waitUntil(process, () -> Files.exists(runs.resolve("hangs")) && isSampledPastFirstCall());
        process.destroyForcibly().waitFor();
        assertThat(Files.exists(runs.resolve("hangs"))).as(Files.readString(runs.resolve("err.txt"))).isTrue();

        ProfileRun run = run(ToolUsingRunner.builder(runs, new ToolUsingRunner.ScriptedModel(Optional.empty()))
                .storage(where -> where.resume(true)));

        List<ProfilingRecord> records = records(run);
        assertThat(records).extracting(record -> record.question().id()).doesNotHaveDuplicates()
                .hasSize(ToolUsingRunner.QUESTIONS);
        assertThat(records).allSatisfy(record -> {
            assertThat(record.isCorrect()).contains(true);
            assertThat(record.outcome().calls()).extracting(ModelCall::number).containsExactly(1, 2, 3);
            assertThat(record.outcome().tools()).extracting(ToolSpan::name).containsExactly("search", "add");
        });
        assertConserved(run);
        double abandoned = run.summary().totals().devices().getFirst().abandonedJoules().orElseThrow();
        assertThat(abandoned).isGreaterThanOrEqualTo(0.040 * WATTS - EDGES_JOULES);
    }

    private static void waitUntil(Process process, Callable<Boolean> condition) throws Exception {
        while (process.isAlive() && !condition.call()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Files may grow by part of a batch, or by samples that were taken long before: only what can be read back tells. */
    private boolean isSampledPastFirstCall() {
        Path run = runs.resolve(ToolUsingRunner.RUN);
        OptionalLong end = firstCallEndNanos(run.resolve("journal.jsonl"));
        return end.isPresent() && SampleStore.lastNanos(run.resolve("telemetry")) > end.getAsLong() + MARGIN_NANOS;
    }

    private static OptionalLong firstCallEndNanos(Path journal) {
        try (JournalReader reader = JournalReader.open(journal)) {
            for (Optional<JournalEntry.Called> called = reader.next(JournalEntry.Called.class); called
                    .isPresent(); called = reader.next(JournalEntry.Called.class)) {
                if (called.get().queryId().equals("q" + ToolUsingRunner.HANGS_IN)) {
                    return OptionalLong.of(called.get().call().endNanos());
                }
            }
            return OptionalLong.empty();
        }
    }

    private static void assertJoules(EnergyReading reading, double drawn) {
        assertThat(reading.joules().orElseThrow()).isCloseTo(drawn, within(EDGES_JOULES));
        assertThat(reading.lower().orElseThrow()).isLessThanOrEqualTo(drawn + 1e-6);
        assertThat(reading.upper().orElseThrow()).isGreaterThanOrEqualTo(drawn - 1e-6);
    }

    private static void assertConserved(ProfileRun run) {
        double ofQueries = 0;
        for (ProfilingRecord record : records(run)) {
            assertThat(record.outcome().failure()).isEmpty();
            double query = record.metrics().energy().headline().joules().orElseThrow();
            QueryParts parts = record.metrics().parts().orElseThrow();
            double sum = parts.idle().joules().orElseThrow()
                    + parts.calls().stream().mapToDouble(call -> call.energy().headline().joules().orElseThrow()).sum()
                    + parts.tools().stream().mapToDouble(tool -> tool.energy().joules().orElseThrow()).sum();
            assertThat(sum).isCloseTo(query, within(1e-9 * query));
            assertEachDeviceAddsUp(record, parts);
            ofQueries += query;
        }
        DeviceTotals device = run.summary().totals().devices().getFirst();
        double total = device.total().joules().orElseThrow();
        assertThat(device.requestsJoules().orElseThrow()).isCloseTo(ofQueries, within(1e-9 * total));
        assertThat(device.requestsJoules().orElseThrow() + device.abandonedJoules().orElseThrow()
                + device.idleJoules().orElseThrow() + device.otherJoules().orElseThrow())
                .isCloseTo(total, within(1e-9 * total));
    }

    private static void assertEachDeviceAddsUp(ProfilingRecord record, QueryParts parts) {
        for (int at = 0; at < record.metrics().energy().devices().size(); at++) {
            int device = at;
            double whole = joules(record.metrics().energy().devices().get(device));
            double sum = joules(parts.idleDevices().get(device))
                    + parts.calls().stream().mapToDouble(call -> joules(call.energy().devices().get(device))).sum()
                    + parts.tools().stream().mapToDouble(tool -> joules(tool.devices().get(device))).sum();
            assertThat(sum).isCloseTo(whole, within(1e-9 * whole));
        }
    }

    private static double joules(DeviceEnergy device) {
        return device.reading().joules().orElseThrow();
    }

    private static double seconds(long startNanos, long endNanos) {
        return (endNanos - startNanos) / 1e9;
    }
}
