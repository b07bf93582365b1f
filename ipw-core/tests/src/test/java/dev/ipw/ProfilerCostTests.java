package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.testing.ChangedSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class ProfilerCostTests {
    @TempDir
    private Path runs;

    private ProfileRun run(ServingHost host, TelemetrySource... sources) throws InterruptedException {
        List<DatasetRecord> questions = IntStream.range(0, 4)
                .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "1")).toList();
        FakeClient client = new FakeClient(prompt -> {
            awaitTicks(sources);
            return "one two three";
        }, host);
        ProfilerBuilder builder = Profiler.builder().client(client).dataset(new Questions(questions))
                .evaluator((question, outcome) -> {
                    // So that the times are read after the last answer too.
                    awaitTicks(sources);
                    return Evaluation.correct();
                })
                .measurement(how -> how.idleSeconds(0).telemetry("none")).output(runs);
        for (TelemetrySource source : sources) {
            builder.plugins(known -> known.telemetrySource(source));
        }
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static void awaitTicks(TelemetrySource... sources) throws InterruptedException {
        for (TelemetrySource source : sources) {
            if (source instanceof HalfBusy busy) {
                busy.awaitTicks();
            }
        }
    }

    @Test
    void chargesTheProfilerWithItsShareOfThePackages() throws InterruptedException, IOException {
        ProfileRun run = run(ServingHost.LOCAL, new SteadySource(), new HalfBusy());

        ProcessShare cost = run.summary().totals().profilerCost();

        double seconds = run.summary().totals().measuredSeconds();
        EnergyReading device = run.summary().totals().deviceEnergy();
        assertThat(cost.cpuSeconds().orElseThrow()).isCloseTo(seconds, within(seconds * 0.2));
        assertThat(cost.energy().provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(cost.energy().joules().orElseThrow()).isCloseTo(device.joules().orElseThrow() / 2,
                within(device.joules().orElseThrow() * 1e-6));
        TreeReader summary = TreeReader.ofJson("summary.json", Files.readString(run.path().resolve("summary.json")));
        TreeReader written = summary.child("profiler_cost");
        assertThat(written.optionalReal("joules")).isEqualTo(cost.energy().joules());
        assertThat(written.text("provenance")).isEqualTo("ESTIMATED");
        assertThat(written.text("note")).contains("the model included");
        assertThat(written.truth("includes_model")).isTrue();
        assertThat(ProfileRun.open(run.path()).summary().totals().profilerCost()).isEqualTo(cost);
    }

    @Test
    void isReportedWhereverTheModelIsServed() throws InterruptedException {
        ProfileRun run = run(ServingHost.REMOTE, new SteadySource(), new HalfBusy());

        assertThat(run.summary().totals().deviceEnergy().isAvailable()).isFalse();
        assertThat(run.summary().totals().profilerCost().energy().joules().orElseThrow()).isPositive();
    }

    @Test
    void takesThePackagesThatWereReadOfThisMachineBeforeThoseReadForTheServer() throws InterruptedException {
        ProfileRun both = run(ServingHost.LOCAL, new SteadySource(), SteadySource.servingPackage("far-9"),
                new HalfBusy());
        ProfileRun served = run(ServingHost.LOCAL, SteadySource.servingPackage("far-9"), new HalfBusy());
        ProfileRun remote = run(ServingHost.REMOTE, SteadySource.servingPackage("far-9"), new HalfBusy());

        EnergyReading cost = both.summary().totals().profilerCost().energy();
        assertThat(cost.source()).contains("package-0").doesNotContain("far-9");
        double joules = both.summary().totals().deviceEnergy().joules().orElseThrow();
        assertThat(cost.joules().orElseThrow()).isCloseTo(joules / 4, within(joules * 0.01));
        assertThat(served.summary().totals().profilerCost().energy().source()).contains("far-9");
        assertThat(remote.summary().totals().profilerCost().energy().isAvailable()).isFalse();
        assertThat(remote.summary().totals().profilerCost().cpuSeconds()).isPresent();
    }

    @Test
    void saysWhatIsMissing() throws InterruptedException {
        ProcessShare untimed = run(ServingHost.LOCAL, new SteadySource()).summary().totals().profilerCost();
        ProcessShare unmetered = run(ServingHost.LOCAL, new HalfBusy()).summary().totals().profilerCost();

        assertThat(untimed.cpuSeconds()).isEmpty();
        assertThat(untimed.energy().reason().orElseThrow()).contains("collector 'process'");
        assertThat(unmetered.cpuSeconds()).isPresent();
        assertThat(unmetered.energy().reason()).isPresent();
    }

    @Test
    void readsRunsThatWereMadeBeforeItWasLookedAt() throws InterruptedException, IOException {
        ProfileRun run = run(ServingHost.LOCAL, new SteadySource(), new HalfBusy());
        Path file = run.path().resolve("summary.json");
        ChangedSummary.write(run.path(), Files.readString(file).replace("\"profiler_cost\"", "\"some_other_key\""));

        assertThat(ProfileRun.open(run.path()).summary().totals().profilerCost().energy().reason().orElseThrow())
                .contains("made by a version");
    }

    private record Questions(List<DatasetRecord> list) implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return list.stream();
        }
    }

    /** The process is busy with one processor, and so is all else. */
    private static final class HalfBusy implements TelemetrySource {
        private final Semaphore ticks = new Semaphore(0);

        synchronized void awaitTicks() throws InterruptedException {
            ticks.drainPermits();
            ticks.acquire(3);
        }

        @Override
        public String id() {
            return "half-busy";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(
                    Sensor.of(TelemetryWindow.THIS_PROCESS, Scope.PACKAGE, Quantity.PROCESS_CPU_TIME_NANOS, "test"),
                    Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "test"));
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(5);
        }

        @Override
        public void sample(SampleSink sink) {
            long now = System.nanoTime();
            sink.at(now, now);
            sink.counter(0, now);
            sink.counter(1, 2 * now);
            ticks.release();
        }

        @Override
        public void close() {
            ticks.release(100);
        }
    }
}
