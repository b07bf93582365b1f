package dev.ipw.telemetry.hardware.nvml;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.telemetry.OpeningTime;
import dev.ipw.telemetry.SamplerReport;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySessionBuilder;
import dev.ipw.telemetry.TelemetryWindow;
import dev.ipw.telemetry.Watch;
import dev.ipw.telemetry.hardware.Awaited;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Execution(ExecutionMode.CONCURRENT)
@Tag("process")
@Tag("real-time")
class NvmlSessionTests {
    // The counter shows whole millijoules.
    private static final double COUNTER_JOULES = 2e-3;
    private static final long SEED = 20;
    // A counter has moved once more after these, each 20 ms apart.
    private static final int LAST_TICKS = 6;

    @TempDir
    private Path folder;
    private FakeNvml fake;

    @BeforeEach
    void make() throws IOException, InterruptedException {
        fake = FakeNvml.in(folder);
    }

    private TelemetrySession session(String collectors) {
        return session(fake, collectors);
    }

    static TelemetrySession session(FakeNvml fake, String collectors) {
        return builder(fake).collectors(collectors).open();
    }

    private static TelemetrySessionBuilder builder(FakeNvml fake) {
        return OpeningTime.sessions(OpeningTime.PATIENT)
                .provider(new NvmlProvider(System::nanoTime, OpeningTime.PATIENT)).environment(fake.environment());
    }

    /** Sample at the full rate for a while, and until what was used by then is read; return when the while ended. */
    private static long sampleFor(TelemetrySession session, long millis) {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try (Watch _ = session.watch()) {
            Awaited.until(() -> System.nanoTime() - until >= 0);
            Awaited.ticks(session, LAST_TICKS);
        }
        session.settle(until);
        return until;
    }

    /** Cut windows anywhere into what was sampled and compare each with what the GPU truly drew. */
    private void compareWindowsWithTheTruth(TelemetrySession session, int windows) {
        Random random = new Random(SEED);
        for (EnergySeries series : session.deviceSeries()) {
            int device = series.device().name().endsWith("0") ? 0 : 1;
            long first = series.firstNanos().orElseThrow();
            // A counter in steps tells what came before its last step only.
            long span = series.lastNanos().orElseThrow() - first - TimeUnit.MILLISECONDS.toNanos(150);
            for (int i = 0; i < windows; i++) {
                long one = first + random.nextLong(span);
                long other = first + random.nextLong(span);
                long start = Math.min(one, other);
                long end = Math.max(one, other);
                EnergyReading reading = series.window(start, end);
                double truth = fake.joules(device, start, end);
                assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
                assertThat(truth).as("window of %d ms, %s", (end - start) / 1_000_000, reading).isBetween(
                        reading.lower().orElseThrow() - COUNTER_JOULES, reading.upper().orElseThrow() + COUNTER_JOULES);
            }
        }
    }

    @Test
    void boundsHoldTheTruthOfACounterThatMovesAllTheTime() {
        fake.control("devices 2", "device * step_ms 0", "device 0 cycle 70 600 190 300", "device 1 cycle 30 90 45 250");
        try (TelemetrySession session = session("nvml")) {
            sampleFor(session, 800);

            assertThat(session.deviceSeries()).hasSize(2);
            compareWindowsWithTheTruth(session, 500);
        }
    }

    @Test
    @Tag("stepping-counter")
    void boundsHoldTheTruthOfACounterThatMovesInSteps() {
        fake.control("devices 2", "device 0 cycle 70 600 190 300", "device 1 cycle 30 90 45 250",
                "device 1 step_ms 20");
        try (TelemetrySession session = session("nvml")) {
            sampleFor(session, 1200);

            compareWindowsWithTheTruth(session, 500);
        }
    }

    @Test
    @Tag("stepping-counter")
    void readsGpusWhoseCountersTakeLongBesideEachOtherAndLessOftenAndBoundsHoldTheTruth() {
        fake.control("devices 2", "device * counter_takes_ms 3", "device 0 cycle 70 600 190 300",
                "device 1 cycle 30 90 45 250");
        try (TelemetrySession session = session("nvml"); Watch _ = session.watch()) {
            sampleFor(session, 2000);

            assertThat(session.samplers()).extracting(SamplerReport::source).contains("nvml-gpu0", "nvml-gpu1")
                    .doesNotContain("nvml");
            assertThat(session.samplers()).filteredOn(sampler -> sampler.source().startsWith("nvml-gpu"))
                    .allMatch(sampler -> sampler.periodNanos() > TimeUnit.MILLISECONDS.toNanos(30));
            compareWindowsWithTheTruth(session, 500);
        }
    }

    @Test
    @Tag("stepping-counter")
    void readsOneGpuWhoseCounterTakesLongLessOften() {
        fake.control("device 0 counter_takes_ms 3", "device 0 cycle 70 600 190 300");
        try (TelemetrySession session = session("nvml"); Watch _ = session.watch()) {
            sampleFor(session, 1200);

            assertThat(session.samplers()).filteredOn(sampler -> sampler.source().equals("nvml")).singleElement()
                    .matches(sampler -> sampler.periodNanos() > TimeUnit.MILLISECONDS.toNanos(30));
            compareWindowsWithTheTruth(session, 500);
        }
    }

    @Test
    @Tag("stepping-counter")
    void dividesTheJoulesOfACounterThatTakesLongByPowerAndBoundsHoldTheTruth() {
        fake.control("device 0 counter_takes_ms 2", "device 0 cycle 70 600 190 300");
        try (TelemetrySession session = session("nvml,counter_period=500ms"); Watch _ = session.watch()) {
            assertThat(session.sensors()).filteredOn(sensor -> sensor.readingNanos().isPresent()).hasSize(1);
            sampleFor(session, 2500);

            assertThat(session.samplers()).filteredOn(sampler -> sampler.source().equals("nvml")).singleElement()
                    .matches(sampler -> sampler.periodNanos() == TimeUnit.MILLISECONDS.toNanos(20));
            compareWindowsWithTheTruth(session, 500);
        }
    }

    @Test
    @Tag("stepping-counter")
    void looksAtACounterThatTakesLongWhenSomebodyWaitsForIt() {
        fake.control("device 0 counter_takes_ms 2", "device 0 cycle 70 600 190 300");
        // Without a look, no window would be whole for a day.
        try (TelemetrySession session = session("nvml,counter_period=24h"); Watch watch = session.watch()) {
            watch.awaitSteady();
            long start = System.nanoTime();
            long end = sampleFor(session, 300);
            Awaited.until(() -> {
                session.settle(end);
                return !session.window(start, end).energy(Scope.GPU).flags().contains(EnergyFlag.PARTIAL);
            });

            EnergyReading reading = session.window(start, end).energy(Scope.GPU);
            assertThat(fake.joules(0, start, end)).isBetween(reading.lower().orElseThrow() - COUNTER_JOULES,
                    reading.upper().orElseThrow() + COUNTER_JOULES);
        }
    }

    @Test
    void comesCloseToTheTruthOverManySteps() {
        fake.control("devices 2", "device 0 cycle 70 600 190 300", "device 1 watts 120");
        try (TelemetrySession session = session("nvml")) {
            // A step of each counter lies across each edge of the window: two steps of 60 J and 12 J at most.
            double steps = 2 * (60.0 + 12.0);
            long start;
            long end;
            TelemetryWindow window;
            do {
                start = sampleFor(session, 200);
                end = sampleFor(session, 1200);
                window = session.window(start, end);
                // Where the machine stood still at an edge, the reading itself says that it knows less.
            } while (width(window.energy(Scope.GPU)) > 2 * steps);

            double truth = fake.joules(0, start, end) + fake.joules(1, start, end);
            assertThat(window.energy(Scope.GPU).joules()).hasValueCloseTo(truth, within(steps));
            assertThat(window.energyScope()).isEqualTo("gpu");
            assertThat(window.energy().provenance()).isEqualTo(Provenance.MEASURED);
        }
    }

    private static double width(EnergyReading reading) {
        return reading.upper().orElseThrow() - reading.lower().orElseThrow();
    }

    @Test
    void integratesPowerWhereThereIsNoCounter() {
        fake.control("device 0 watts 200", "field 83 * 3", "field 191 * 3",
                "fail nvmlDeviceGetTotalEnergyConsumption 3");
        try (TelemetrySession session = session("nvml")) {
            long start = sampleFor(session, 100);
            long end = sampleFor(session, 500);
            EnergyReading reading = session.window(start, end).energy(Scope.GPU);

            assertThat(reading.provenance()).isEqualTo(Provenance.INTEGRATED);
            assertThat(reading.joules()).hasValueCloseTo(fake.joules(0, start, end), within(0.5));
        }
    }

    @Test
    void losesOnlyTheStepInWhichACounterStartsAnew() {
        fake.control("device 0 step_ms 0", "device 0 watts 100", "device 0 counter_mj 500000");
        try (TelemetrySession session = session("nvml")) {
            long start = sampleFor(session, 200);
            fake.control("device 0 step_ms 0", "device 0 watts 100", "device 0 counter_mj 0");
            long end = sampleFor(session, 200);
            EnergyReading reading = session.window(start, end).energy(Scope.GPU);

            assertThat(reading.flags()).contains(EnergyFlag.RESET, EnergyFlag.PARTIAL);
            assertThat(reading.joules().orElseThrow()).isPositive();
            // When a counter was read is known to the time that reading took, which a busy machine makes long.
            assertThat(reading.lower().orElseThrow())
                    .isLessThanOrEqualTo(fake.joules(0, start, end) + COUNTER_JOULES);
        }
    }

    @Test
    void saysOfALostGpuWhyItHasNoJoulesAndGoesOnWhenItIsBack() {
        fake.control("devices 2", "device * step_ms 0");
        AtomicLong later = new AtomicLong();
        NvmlProvider provider = new NvmlProvider(later::get, OpeningTime.PATIENT);
        try (TelemetrySession session = OpeningTime.sessions(OpeningTime.PATIENT).provider(provider)
                .collectors("nvml").environment(fake.environment()).open()) {
            sampleFor(session, 100);
            fake.control("devices 2", "device * step_ms 0", "lost 1 until 1e9");
            long lostAt = sampleFor(session, 100);
            TelemetryWindow during = session.window(lostAt, sampleFor(session, 100));

            assertThat(during.devices().get(0).reading().isAvailable()).isTrue();
            assertThat(during.devices().get(1).reading().reason().orElseThrow())
                    .contains(NvmlStatus.GPU_IS_LOST.label());
            assertThat(during.energy().isAvailable()).isFalse();
            assertThat(session.problems()).isNotEmpty().allMatch(
                    problem -> problem.contains("GPU-00001001") && problem.contains("fallen off the bus"));
            fake.control("devices 2", "device * step_ms 0", "lost 1 until 0");
            later.addAndGet(NvmlDevice.RAREST_LOOK_NANOS);
            Awaited.until(() -> session.problems().stream()
                    .allMatch(problem -> problem.contains("was lost once and read again")));
            long back = System.nanoTime();
            long end = sampleFor(session, 200);
            EnergyReading again = session.window(back, end).devices().get(1).reading();
            assertThat(again.joules()).hasValueCloseTo(fake.joules(1, back, end), within(20.0));
        }
    }

    @Test
    void shutsDownWhenTheSessionIsClosed() {
        session("nvml").close();
        // Who closes waits a moment for the sampler, which then shuts it down.
        Awaited.until(() -> fake.shutdowns() > 0);

        assertThat(fake.inits()).isEqualTo(1);
        assertThat(fake.shutdowns()).isEqualTo(1);
    }

    @Test
    void namesTheGpusThatAVariableLeavesUnclear() {
        fake.control("devices 2", "device 1 name T4");
        TelemetrySessionBuilder builder = builder(fake)
                .environment(fake.environment(Map.of("CUDA_VISIBLE_DEVICES", "0")));
        try (TelemetrySession session = builder.open()) {
            assertThat(session.sensors()).isEmpty();
            assertThat(session.problems()).singleElement().asString().contains("CUDA_VISIBLE_DEVICES=0",
                    "CUDA_DEVICE_ORDER", "the collectors auto,nvml:all", "nvml:GPU-00001001");
        }
        try (TelemetrySession session = builder.collectors("auto,nvml:all").open()) {
            assertThat(session.deviceSeries()).hasSize(2);
            assertThat(session.problems()).isEmpty();
        }
    }

    @Test
    void readsOnAfterHalfASecondOfFailuresWithoutAName() {
        fake.control("devices 1", "device 0 cycle 70 600 190 300");
        try (TelemetrySession session = session("nvml"); Watch watch = session.watch()) {
            watch.awaitSteady();
            EnergySeries gpu = session.deviceSeries().getFirst();
            fake.control("devices 1", "device 0 cycle 70 600 190 300", "fail * 999");
            Awaited.until(() -> gpu.lossReason().filter(why -> why.contains("NVML 999")).isPresent());
            // It gives up after ten failures in a row.
            Awaited.ticks(session, 2 * ReadingState.FAILURES_TO_GIVE_UP);

            fake.control("devices 1", "device 0 cycle 70 600 190 300");
            Awaited.until(() -> gpu.lossReason().isEmpty());
            sampleFor(session, 400);

            compareWindowsWithTheTruth(session, 300);
            assertThat(session.problems())
                    .anySatisfy(told -> assertThat(told).contains("was lost once and read again", "NVML 999"));
        }
    }
}
