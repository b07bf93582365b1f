package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QueryPhase.Kind;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.run.DeviceTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tasks that have a place of their own, which is made before the agent begins and taken away afterwards. */
@Tag("real-time")
class TaskEnvironmentTests {
    private static final long TEST_MILLIS = 60;
    private static final long TEARDOWN_MILLIS = 80;

    @TempDir
    Path runs;

    private final AtomicInteger closed = new AtomicInteger();

    private ProfileRun run(String... ids) throws InterruptedException {
        try (Profiler profiler = ToolUsingRunner.builder(runs, new ToolUsingRunner.ScriptedModel(Optional.empty()))
                .dataset(new Tasks(List.of(ids))).build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    @Test
    void takingItAwayIsAPhaseAfterTheQuery() throws InterruptedException {
        ProfileRun run = run("one", "two");

        for (ProfilingRecord record : records(run)) {
            QueryOutcome outcome = record.outcome();
            assertThat(outcome.phases()).extracting(QueryPhase::kind).containsExactly(Kind.ENVIRONMENT_SETUP,
                    Kind.VERIFICATION, Kind.TEARDOWN);
            QueryPhase teardown = outcome.phases().getLast();
            assertThat(teardown.error()).isEmpty();
            assertThat(teardown.startNanos()).isGreaterThanOrEqualTo(outcome.endNanos());
            assertThat(teardown.endNanos() - teardown.startNanos())
                    .isGreaterThanOrEqualTo(Duration.ofMillis(TEARDOWN_MILLIS).toNanos());
        }
        assertThat(closed).hasValue(2);
        assertAddsUp(run);
    }

    private static void assertAddsUp(ProfileRun run) {
        double ofQueries = 0;
        double ofPhases = 0;
        for (ProfilingRecord record : records(run)) {
            QueryParts parts = record.metrics().parts().orElseThrow();
            ofQueries += record.metrics().energy().headline().joules().orElseThrow();
            ofPhases += parts.phases().stream().mapToDouble(phase -> phase.energy().joules().orElseThrow()).sum();
            assertThat(parts.phases().getLast().energy().joules().orElseThrow())
                    .isGreaterThan(SteadySource.WATTS * TEARDOWN_MILLIS / 1e3 * 0.8);
        }
        DeviceTotals device = run.summary().totals().devices().getFirst();
        double total = device.total().joules().orElseThrow();
        assertThat(device.phasesJoules().orElseThrow()).isCloseTo(ofPhases, within(1e-9 * total));
        assertThat(ofQueries + ofPhases + device.abandonedJoules().orElseThrow() + device.idleJoules().orElseThrow()
                + device.otherJoules().orElseThrow()).isCloseTo(total, within(1e-9 * total));
    }

    @Test
    void whatCannotBeTakenAwayIsToldInThePhaseAlone() throws InterruptedException {
        ProfilingRecord record = records(run("stays")).getFirst();

        assertThat(record.outcome().failure()).isEmpty();
        assertThat(record.outcome().phases().getLast().kind()).isEqualTo(Kind.TEARDOWN);
        assertThat(record.outcome().phases().getLast().error().orElseThrow()).contains("it does not go");
        assertThat(closed).hasValue(1);
    }

    @Test
    void whatCouldNotBeMadeIsTakenAwayToo() throws InterruptedException {
        QueryOutcome outcome = records(run("unmade")).getFirst().outcome();

        assertThat(outcome.failure().orElseThrow().message()).contains("no image");
        assertThat(outcome.phases()).extracting(QueryPhase::kind).containsExactly(Kind.ENVIRONMENT_SETUP,
                Kind.TEARDOWN);
        assertThat(outcome.phases().getLast().startNanos()).isGreaterThanOrEqualTo(outcome.endNanos());
        assertThat(closed).hasValue(1);
    }

    @Test
    void aTaskWithoutOneHasNoSuchPhase() throws InterruptedException {
        assertThat(records(run("bare")).getFirst().outcome().phases()).isEmpty();
        assertThat(closed).hasValue(0);
    }

    @Test
    void theSecondsOfATraceLeaveOutTheTestsBetweenSteps() throws InterruptedException, IOException {
        ProfileRun run = run("steps");

        ProfilingRecord record = records(run).getFirst();
        QueryOutcome outcome = record.outcome();
        assertThat(outcome.phases()).extracting(QueryPhase::kind).containsExactly(Kind.ENVIRONMENT_SETUP,
                Kind.VERIFICATION, Kind.VERIFICATION, Kind.TEARDOWN);
        QueryPhase between = outcome.phases().get(1);
        double own = (outcome.endNanos() - outcome.startNanos() - (between.endNanos() - between.startNanos())) / 1e9;
        assertThat(record.metrics().latency().totalSeconds()).isCloseTo(own, within(1e-6));
        String line = Files.readAllLines(run.path().resolve("traces.jsonl")).getFirst();
        assertThat(TreeReader.ofJson("line", line).real("total_wall_clock_s")).isCloseTo(own, within(1e-6));
    }

    private final class Tasks implements Dataset {
        private final List<String> ids;

        private Tasks(List<String> ids) {
            this.ids = ids;
        }

        @Override
        public String id() {
            return "places";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return ids.stream().map(id -> DatasetRecord.of(id, "number 0", "it is 0"));
        }

        @Override
        public Optional<TaskEnvironment> environment(DatasetRecord record, Supplier<Path> taskFolder) {
            return record.id().equals("bare") ? Optional.empty() : Optional.of(new Place(record.id()));
        }
    }

    /** Takes its time to test and to go; some cannot be made, do not go, or have a second step. */
    private final class Place implements TaskEnvironment {
        private final String task;
        private int verified;

        private Place(String task) {
            this.task = task;
        }

        @Override
        public String name() {
            return "place";
        }

        @Override
        public String workingFolder() {
            return "/";
        }

        @Override
        public Optional<Duration> longest() {
            return Optional.empty();
        }

        @Override
        public Optional<String> loopbackHost() {
            return Optional.empty();
        }

        @Override
        public void start() {
            if (task.equals("unmade")) {
                throw new InputException("there is no image");
            }
        }

        @Override
        public CommandResult run(ShellCommand command) {
            throw new UnsupportedOperationException("nothing runs here");
        }

        @Override
        public RunningCommand launch(ShellCommand command) {
            throw new UnsupportedOperationException("nothing runs here");
        }

        @Override
        public void verify() {
            pass(TEST_MILLIS);
            verified++;
        }

        @Override
        public Optional<String> nextInstruction() {
            return task.equals("steps") && verified == 1 ? Optional.of("number 1") : Optional.empty();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
            pass(TEARDOWN_MILLIS);
            if (task.equals("stays")) {
                throw new IllegalStateException("it does not go");
            }
        }

        private static void pass(long millis) {
            long until = System.nanoTime() + Duration.ofMillis(millis).toNanos();
            for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
