package dev.ipw;

import dev.ipw.energy.Scope;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.RunTotals;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A model that runs on the processor of a machine whose GPU is at rest. */
@Tag("real-time")
class UnusedGpuTests {
    private static final int QUESTIONS = 10;

    @TempDir
    private Path runs;

    /** Counts the microjoules of a GPU and of a package that always draw the same. */
    private record Machine(int busyPercent, boolean hasPackage, boolean hasSilentGpu, long startNanos,
            long[] nextNanos) implements TelemetrySource {
        private static final double GPU_WATTS = 80;
        private static final double PACKAGE_WATTS = 50;
        private static final long PERIOD_NANOS = 5_000_000;

        Machine(int busyPercent, boolean hasPackage) {
            this(busyPercent, hasPackage, false, System.nanoTime(), new long[]{System.nanoTime()});
        }

        @Override
        public String id() {
            return "machine";
        }

        @Override
        public List<Sensor> sensors() {
            List<Sensor> sensors = new ArrayList<>(
                    List.of(Sensor.energyCounter("gpu-0", Scope.GPU, "counter of gpu-0", 1e-6, OptionalLong.empty()),
                            Sensor.of("gpu-0", Scope.GPU, Quantity.UTILIZATION_PERCENT, "busy share")));
            if (hasPackage) {
                sensors.add(Sensor.energyCounter("package-0", Scope.PACKAGE, "counter of package-0", 1e-6,
                        OptionalLong.empty()));
            }
            if (hasSilentGpu) {
                sensors.add(Sensor.energyCounter("gpu-1", Scope.GPU, "counter of gpu-1", 1e-6, OptionalLong.empty()));
            }
            return sensors;
        }

        @Override
        public Duration period() {
            return Duration.ofNanos(PERIOD_NANOS);
        }

        @Override
        public void sample(SampleSink sink) {
            long now = System.nanoTime();
            for (; nextNanos[0] - now <= 0 && sink.hasRoom(); nextNanos[0] += PERIOD_NANOS) {
                double microseconds = (nextNanos[0] - startNanos) / 1e3;
                sink.at(nextNanos[0], nextNanos[0]);
                sink.counter(0, Math.round(microseconds * GPU_WATTS));
                sink.gauge(1, busyPercent);
                if (hasPackage) {
                    sink.counter(2, Math.round(microseconds * PACKAGE_WATTS));
                }
                if (hasSilentGpu) {
                    sink.counter(hasPackage ? 3 : 2, Math.round(microseconds * GPU_WATTS));
                }
            }
        }

        @Override
        public void close() {}
    }

    private ProfileRun run(Machine machine) throws InterruptedException {
        FakeClient client = new FakeClient(prompt -> {
            TimeUnit.MILLISECONDS.sleep(20);
            return "an answer";
        });
        try (Profiler profiler = Profiler.builder().client(client).dataset("starter").maxQueries(QUESTIONS)
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none")).output(runs)
                .plugins(known -> known.telemetrySource(machine)).build()) {
            return profiler.run();
        }
    }

    @Test
    void leavesOutTheIdlePowerOfAGpuThatDidNothing() throws InterruptedException {
        ProfileRun run = run(new Machine(0, true));

        RunTotals totals = run.summary().totals();
        assertThat(totals.deviceEnergy().scopes()).containsExactly(Scope.PACKAGE);
        assertThat(totals.deviceEnergy().joules().orElseThrow() / totals.measuredSeconds())
                .isCloseTo(Machine.PACKAGE_WATTS, within(1.0));
        assertThat(run.summary().warnings()).anyMatch(told -> told.startsWith("The GPU was 0 % busy all the time")
                && told.endsWith("without the GPU's idle power"));
        assertThat(totals.devices()).extracting(DeviceTotals::device).contains("gpu-0");
    }

    @Test
    void saysThatOnlyTheIdlePowerIsKnownWhereNothingElseIsMeasured() throws InterruptedException {
        ProfileRun run = run(new Machine(0, false));

        assertThat(run.summary().totals().deviceEnergy().scopes()).containsExactly(Scope.GPU);
        assertThat(run.summary().warnings()).anyMatch(told -> told.contains("the figures are the GPU's idle power"));
    }

    @Test
    void countsGpusOfWhichOneDoesNotSayHowBusyItIs() throws InterruptedException {
        ProfileRun run = run(new Machine(0, true, true, System.nanoTime(), new long[]{System.nanoTime()}));

        assertThat(run.summary().totals().deviceEnergy().scopes()).containsExactlyInAnyOrder(Scope.GPU, Scope.PACKAGE);
    }

    @Test
    void addsAGpuThatWorked() throws InterruptedException {
        ProfileRun run = run(new Machine(1, true));

        assertThat(run.summary().totals().deviceEnergy().scopes()).containsExactlyInAnyOrder(Scope.GPU, Scope.PACKAGE);
        assertThat(run.summary().warnings()).noneMatch(told -> told.contains("busy all the time"));
    }
}
