package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.testing.Draws;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class SourceRecordersTests {
    private static final long MILLI = 1_000_000L;
    private static final long PERIOD_NANOS = 20 * MILLI;
    private static final Sensor COUNTER = Sensor.energyCounter("gpu-0", Scope.GPU, "test energy", 1e-3,
            OptionalLong.empty());
    private static final Sensor POWER = Sensor.of("gpu-0", Scope.GPU, Quantity.POWER_WATTS, "test power");
    private static final Sensor THROTTLE = Sensor.of("gpu-0", Scope.GPU, Quantity.THROTTLE_REASONS, "test throttle");

    private static SourceRecorders recorders(Sensor... sensors) {
        return new SourceRecorders(List.of(sensors), PERIOD_NANOS, new HashMap<>());
    }

    /** Read a counter that should rise by 100 mJ a millisecond beside the power that it should make. */
    private static SourceRecorders compared(SourceRecorders recorders, LongUnaryOperator counts, long fromMillis,
            long toMillis) {
        Tick tick = new Tick(COUNTER.doubtful(), POWER);
        for (long millis = fromMillis; millis <= toMillis; millis += 20) {
            tick.clear();
            tick.counter(0, counts.applyAsLong(millis));
            tick.gauge(1, 100);
            recorders.record(millis * MILLI, millis * MILLI, tick);
        }
        return recorders;
    }

    private static EnergyReading gpu(SourceRecorders recorders, long fromMillis, long toMillis) {
        return window(recorders, fromMillis * MILLI, toMillis * MILLI).energy(Scope.GPU);
    }

    private static TelemetryWindow window(SourceRecorders recorders, long startNanos, long endNanos) {
        return new TelemetryWindow(recorders.readings(), startNanos, endNanos, "none");
    }

    /** Two boards use a power that changes each 200 ms, and one of them is first read later than the other. */
    @RepeatedTest(20)
    void noRangeOfAWindowLeavesOutABoardThatJoinedLate(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        Sensor late = Sensor.energyCounter("gpu-1", Scope.GPU, "late energy", 1e-3, OptionalLong.empty());
        SourceRecorders recorders = recorders(COUNTER, late);
        Tick tick = new Tick(COUNTER, late);
        long joins = 2_000 + 20 * random.nextLong(300);
        double[] early = millijoulesUsed(random);
        double[] other = millijoulesUsed(random);
        for (int millis = 0; millis < early.length; millis += 20) {
            tick.clear();
            tick.counter(0, (long) early[millis]);
            if (millis >= joins) {
                tick.counter(1, (long) other[millis]);
            }
            recorders.record(millis * MILLI, millis * MILLI, tick);
        }

        for (int window = 0; window < 40; window++) {
            int from = 100 + random.nextInt(8_000);
            int to = from + 200 + random.nextInt(9_500 - from);
            double joules = (early[to] - early[from] + other[to] - other[from]) / 1e3;
            EnergyReading reading = gpu(recorders, from, to);

            assertThat(reading.range().isPresent()).as(reading.toString()).isEqualTo(from >= joins);
            assertThat(reading.lower().orElseThrow()).isLessThanOrEqualTo(joules + 0.01);
            reading.range().ifPresent(range -> assertThat(range.high()).isGreaterThanOrEqualTo(joules - 0.01));
        }
    }

    /** Draws the millijoules that a board has used by each millisecond. */
    private static double[] millijoulesUsed(SplittableRandom random) {
        double[] used = new double[10_001];
        double watts = 0;
        for (int millis = 1; millis < used.length; millis++) {
            watts = millis % 200 == 1 ? 20 + random.nextDouble(300) : watts;
            used[millis] = used[millis - 1] + watts;
        }
        return used;
    }

    @Test
    void believesADoubtedCounterOnceItAgreedWithThePowerThreeTimes() {
        SourceRecorders recorders = recorders(COUNTER.doubtful(), POWER);

        compared(recorders, millis -> millis * 110, 0, 1_400);
        EnergyReading early = gpu(recorders, 0, 1_000);
        assertThat(early.provenance()).isEqualTo(Provenance.INTEGRATED);
        assertThat(early.source()).isEqualTo("test power");
        assertThat(early.joules()).hasValueCloseTo(100.0, within(1e-6));

        compared(recorders, millis -> millis * 110, 1_420, 2_000);
        EnergyReading late = gpu(recorders, 0, 1_000);
        assertThat(late.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(late.joules()).hasValueCloseTo(110.0, within(1e-6));
        assertThat(recorders.readings().losses(List.of())).isEmpty();
    }

    @Test
    void countsThePowerOfADeviceWhoseCounterIsWrong() {
        SourceRecorders recorders = compared(recorders(COUNTER.doubtful(), POWER), millis -> millis * 1_530, 0, 5_000);

        assertThat(gpu(recorders, 0, 1_000).provenance()).isEqualTo(Provenance.INTEGRATED);
        assertThat(gpu(recorders, 0, 1_000).joules()).hasValueCloseTo(100.0, within(1e-6));
        assertThat(recorders.readings().losses(List.of())).singleElement().asString().contains(
                "'test energy' contradicts other readings",
                "'test power' counts instead",
                "its counter rose by ", " in which its power adds up to ");
    }

    @Test
    void saysOfACounterThatStandsThatItHasNotMoved() {
        SourceRecorders recorders = compared(recorders(COUNTER.doubtful(), POWER), millis -> 7_000, 0, 12_000);

        assertThat(gpu(recorders, 0, 1_000).provenance()).isEqualTo(Provenance.INTEGRATED);
        assertThat(recorders.readings().losses(List.of())).singleElement().asString()
                .contains("'test energy' stands still", "has not moved since it was first read",
                        "'test power' counts instead");
    }

    @Test
    void saysWhatCountsUntilACounterMovesThatIsReadSeldom() {
        SourceRecorders recorders = new SourceRecorders(List.of(COUNTER, POWER), 1000 * MILLI, new HashMap<>());
        Tick tick = new Tick(COUNTER, POWER);
        for (long millis = 0; millis <= 40_000; millis += 1000) {
            tick.clear();
            tick.counter(0, 7_000);
            tick.gauge(1, 100);
            recorders.record(millis * MILLI, millis * MILLI, tick);
        }

        assertThat(gpu(recorders, 10_000, 20_000).provenance()).isEqualTo(Provenance.INTEGRATED);
        assertThat(recorders.readings().losses(List.of())).singleElement().asString()
                .contains("'test energy' has not proved itself yet", "has not moved for 40 s",
                        "'test power' counts instead");
    }

    @Test
    void believesNoLongerACounterThatGoesWrongLater() {
        SourceRecorders recorders = compared(recorders(COUNTER.doubtful(), POWER), millis -> millis * 100, 0, 2_000);
        assertThat(gpu(recorders, 0, 1_000).provenance()).isEqualTo(Provenance.MEASURED);
        compared(recorders, millis -> 200_000 + (millis - 2_000) * 10, 2_020, 5_000);
        assertThat(gpu(recorders, 0, 1_000).provenance()).isEqualTo(Provenance.INTEGRATED);
    }

    @Test
    void hasNoJoulesOfADoubtedCounterThatNothingProves() {
        SourceRecorders recorders = recorders(COUNTER.doubtful());
        Tick tick = new Tick(COUNTER.doubtful());
        for (long millis = 0; millis <= 5_000; millis += 20) {
            tick.clear();
            tick.counter(0, millis * 100);
            recorders.record(millis * MILLI, millis * MILLI, tick);
        }
        assertThat(gpu(recorders, 0, 1_000).reason().orElseThrow()).contains("no reading of the device's power");
    }

    @Test
    void goesOnBelievingInTheLaterPartOfAResumedRun() {
        HashMap<Sensor, SourceRecorders.SensorRecorder> known = new HashMap<>();
        List<Sensor> sensors = List.of(COUNTER.doubtful(), POWER);
        compared(new SourceRecorders(sensors, PERIOD_NANOS, known), millis -> millis * 100, 0, 2_000);
        SourceRecorders later = compared(new SourceRecorders(sensors, PERIOD_NANOS, known), millis -> millis * 100,
                60_000, 60_200);
        assertThat(gpu(later, 0, 1_000).provenance()).isEqualTo(Provenance.MEASURED);
    }

    @Test
    void flagsWindowsInWhichTheDeviceWasHeldBack() {
        SourceRecorders recorders = recorders(COUNTER, THROTTLE);
        Tick tick = new Tick(COUNTER, THROTTLE);
        for (long millis = 0; millis <= 2_000; millis += 20) {
            tick.clear();
            tick.counter(0, millis * 100);
            if (millis % 200 == 0) {
                tick.gauge(1, millis >= 400 && millis < 800 ? 1 : 0);
            }
            recorders.record(millis * MILLI, millis * MILLI, tick);
        }
        assertThat(gpu(recorders, 100, 350).flags()).isEmpty();
        assertThat(gpu(recorders, 100, 450).flags()).containsExactly(EnergyFlag.THROTTLED);
        assertThat(gpu(recorders, 500, 600).flags()).containsExactly(EnergyFlag.THROTTLED);
        assertThat(gpu(recorders, 790, 1_500).flags()).isEmpty();
        tick.clear();
        tick.gauge(1, 4);
        recorders.record(2_020 * MILLI, 2_020 * MILLI, tick);
        tick.clear();
        tick.counter(0, 204_000);
        tick.lost(1, "gone");
        recorders.record(2_040 * MILLI, 2_040 * MILLI, tick);
        assertThat(gpu(recorders, 1_900, 2_030).flags()).doesNotContain(EnergyFlag.THROTTLED);
    }

    @Test
    void takesReadingsForAsOldAsTheyCanBe() {
        Sensor remote = COUNTER.withResolutionNanos(100 * MILLI);
        SourceRecorders recorders = recorders(remote);
        Tick tick = new Tick(remote);
        for (long millis = 0; millis <= 1_000; millis += 20) {
            tick.clear();
            tick.counter(0, millis);
            recorders.record(millis * MILLI, millis * MILLI, tick);
        }
        EnergyReading reading = gpu(recorders, 400, 600);
        assertThat(reading.lower()).hasValueCloseTo(0.08, within(1e-9));
        assertThat(reading.upper()).hasValueCloseTo(0.32, within(1e-9));
        assertThat(recorders.readings().energy().getFirst().isSettledAt(900 * MILLI)).isFalse();
        assertThat(recorders.readings().energy().getFirst().isSettledAt(880 * MILLI)).isTrue();
        assertThat(gpu(recorders, 400, 600).flags()).doesNotContain(EnergyFlag.LATE);
    }

    @Test
    void placesTheMovementsOfACoarseCounterWhereTheyWereSeenAndItsAgeInTheBoundsOnly() {
        Sensor exported = COUNTER.withResolutionNanos(2_000 * MILLI);
        SourceRecorders recorders = new SourceRecorders(List.of(exported), 100 * MILLI, new HashMap<>());
        Tick tick = new Tick(exported);
        for (long millis = 30; millis <= 60_000; millis += 100) {
            // Refreshed every other second; 100 W for half a minute, then 500 W.
            long refreshed = millis / 2_000 * 2_000;
            tick.clear();
            tick.counter(0, 100 * refreshed + 400 * Math.max(0, refreshed - 30_000));
            recorders.record(millis * MILLI, millis * MILLI, tick);
        }
        EnergyReading before = gpu(recorders, 20_000, 30_000);
        EnergyReading after = gpu(recorders, 30_000, 40_000);

        assertThat(before.joules().orElseThrow()).isCloseTo(1_000, within(20.0));
        assertThat(after.joules().orElseThrow()).isCloseTo(5_000, within(20.0));
        assertThat(gpu(recorders, 20_000, 40_000).joules())
                .hasValueCloseTo(before.joules().orElseThrow() + after.joules().orElseThrow(), within(1e-6));
        assertThat(1_000.0).isBetween(before.lower().orElseThrow(), before.upper().orElseThrow());
        assertThat(5_000.0).isBetween(after.lower().orElseThrow(), after.upper().orElseThrow());
        assertThat(after.lower().orElseThrow()).isLessThan(4_000);
    }

    @Test
    void holdsRunsOfDaysInBoundedMemory() {
        Sensor time = Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "test time");
        Sensor process = Sensor.of(TelemetryWindow.THIS_PROCESS, Scope.PACKAGE, Quantity.PROCESS_CPU_TIME_NANOS,
                "test");
        Sensor processors = Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "test");
        List<Sensor> sensors = List.of(COUNTER, time, process, processors);
        SourceRecorders recorders = new SourceRecorders(sensors, PERIOD_NANOS, new HashMap<>()).bounded();
        Tick tick = new Tick(sensors.toArray(Sensor[]::new));
        // More than are held of a gauge, and with all draws of a counter too.
        int readings = Draws.of(150_000, 600_000);
        for (long i = 0; i < readings; i++) {
            tick.clear();
            tick.counter(0, i);
            tick.counter(1, 3 * i);
            tick.counter(2, 2 * i);
            tick.gauge(3, 4);
            recorders.record(i * PERIOD_NANOS, i * PERIOD_NANOS, tick);
        }
        Readings held = recorders.readings();

        assertThat(held.energy()).hasSize(2).allMatch(series -> series.sampleCount() <= 1 << 18);
        assertThat(held.gauges()).hasSize(1).allMatch(gauge -> gauge.series().sampleCount() <= 1 << 16);
        assertThat(held.times()).hasSize(2).allMatch(one -> one.series().sampleCount() <= 1 << 18);
        assertThat(held.times().getFirst().series().between(0, readings * PERIOD_NANOS))
                .isEqualTo(3.0 * (readings - 1));
    }

    @Test
    void saysTheSameOfEveryWindowFromDisk(@TempDir Path directory) {
        DrivenClock clock = new DrivenClock(1_000 * MILLI);
        Demand demand = new Demand(clock, () -> {});
        Random random = new Random(4);
        StallingSource source = new StallingSource(clock, random);
        SampleSpool spool = new SampleSpool(directory, new RunClock(0, 0), SampleFormats.require());
        SourceRecorders live = recorders(source.sensors().toArray(Sensor[]::new));
        Sampler sampler = new Sampler(source, live, Optional.of(spool.add(source)), demand, clock);
        source.end = sampler::stop;
        clock.at(7_300 * MILLI, demand::open);
        sampler.run();
        spool.close();

        SampleStore store = SampleStore.read(directory);
        long last = live.readings().energy().getFirst().lastNanos().orElseThrow();
        int windows = Draws.of(1_000, 5_000);
        int late = 0;
        int gaps = 0;
        for (int i = 0; i < windows; i++) {
            long start = random.nextLong(1_000 * MILLI, last);
            long end = random.nextLong(start, last);
            EnergyReading lived = window(live, start, end).energy(Scope.GPU);
            assertThat(store.window(start, end).energy(Scope.GPU)).isEqualTo(lived);
            late += lived.flags().contains(EnergyFlag.LATE) ? 1 : 0;
            gaps += lived.flags().contains(EnergyFlag.GAP) ? 1 : 0;
        }
        assertThat(late).as("windows of either kind are compared").isBetween(windows / 50, windows * 4 / 5);
        assertThat(gaps).isBetween(windows / 50, windows - 1);
    }

    /** Read a doubted counter, power and throttling, with stalls and long readings now and then. */
    private static final class StallingSource implements TelemetrySource {
        private final DrivenClock clock;
        private final Random random;
        private Runnable end = () -> {};

        StallingSource(DrivenClock clock, Random random) {
            this.clock = clock;
            this.random = random;
        }

        @Override
        public String id() {
            return "stalling";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(COUNTER.doubtful(), POWER, THROTTLE);
        }

        @Override
        public Duration period() {
            return Duration.ofNanos(PERIOD_NANOS);
        }

        @Override
        public void sample(SampleSink sink) {
            int chance = random.nextInt(60);
            clock.now += chance == 0 ? 8 * MILLI : 50_000;
            sink.counter(0, clock.now / (100 * MILLI) * 10_000);
            sink.gauge(1, 100);
            if (chance == 1) {
                sink.lost(2, "busy");
            } else {
                sink.gauge(2, chance == 2 ? 1 : 0);
            }
            if (chance == 3) {
                clock.at(clock.now, () -> clock.now += random.nextLong(30 * MILLI, 400 * MILLI));
            }
            if (clock.now > 40_000 * MILLI) {
                end.run();
            }
        }

        @Override
        public void close() {}
    }

    /** Look each second at a counter of 100 W in steps of 100 ms, beside a power of so many watts. */
    private static SourceRecorders looked(double watts) {
        Sensor counter = COUNTER.withReadingNanos(1000 * MILLI);
        SourceRecorders recorders = recorders(counter, POWER.withAveragingNanos(0));
        Tick tick = new Tick(counter, POWER.withAveragingNanos(0));
        for (long millis = 0; millis <= 60_000; millis += 20) {
            tick.clear();
            if (millis % 1000 >= 880 && millis % 1000 <= 900) {
                tick.counter(0, millis / 100 * 10_000);
            }
            tick.gauge(1, watts + millis % 40 / 1e3);
            recorders.record(millis * MILLI, millis * MILLI + 10_000, tick);
        }
        return recorders;
    }

    @Test
    void dividesACounterThatIsReadSeldomByThePowerOfItsDevice() {
        SourceRecorders recorders = looked(100);

        EnergyReading reading = gpu(recorders, 30_120, 30_320);
        assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(reading.joules()).hasValueCloseTo(20.0, within(0.3));
        assertThat(gpu(recorders, 10_000, 50_000).flags()).isEmpty();
        assertThat(recorders.latest().getFirst().value().orElseThrow()).isBetween(5700.0, 6000.0);
    }

    @Test
    void doubtsACounterThatIsReadSeldomAndDisagreesWithPower() {
        assertThat(gpu(looked(200), 30_000, 50_000).provenance()).isEqualTo(Provenance.INTEGRATED);
        assertThat(gpu(looked(200), 30_000, 50_000).flags()).contains(EnergyFlag.INCONSISTENT);
    }
}
