package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Any load that a device can draw is believed, and each counter that started anew is found. */
class CounterResetTests {
    private static final double JOULES_PER_COUNT = 61e-6;
    private static final long RANGE = 1L << 28;

    /** Draw random power, show it in steps, and start anew now and then. */
    private static final class Machine {
        private final Random random;
        private final CounterRecorder recorder;
        private final double mostWatts;
        private final OptionalLong range;
        private final long stepNanos;
        private double usedJoules;
        private double shownJoules;
        private double zeroJoules;
        private long shownStep;
        private double knownJoules;
        private int resets;

        Machine(long seed, MeteredDevice device, double mostWatts, OptionalLong range, long stepNanos) {
            random = new Random(seed);
            this.mostWatts = mostWatts;
            this.range = range;
            this.stepNanos = stepNanos;
            recorder = new CounterRecorder(device, JOULES_PER_COUNT, range, OptionalDouble.empty());
            zeroJoules = -1e4;
        }

        void run(int readings) {
            long period = recorder.series().device().periodNanos();
            long nanos = random.nextLong(stepNanos);
            double watts = mostWatts / 2;
            for (int i = 0; i < readings; i++) {
                watts = random.nextInt(20) == 0 ? 10 * Math.pow(mostWatts / 10, random.nextDouble()) : watts;
                boolean reset = i > 100 && shownJoules - zeroJoules > 1e3
                        && random.nextInt(range.isPresent() ? 2_000 : 300) == 0
                        && range.stream().allMatch(counts -> isFarFromBothEnds(counts * JOULES_PER_COUNT));
                long next = nanos + period - period / 10 + random.nextLong(period / 5 + 1);
                double before = shownJoules;
                for (long slot = nanos / MILLI; slot < next / MILLI; slot++) {
                    usedJoules += watts * 1e-3;
                    if (slot * MILLI / stepNanos > shownStep) {
                        shownStep = slot * MILLI / stepNanos;
                        shownJoules = usedJoules;
                    }
                }
                if (reset) {
                    resets++;
                    zeroJoules = shownJoules;
                } else if (i > 0) {
                    knownJoules += shownJoules - before;
                }
                nanos = next;
                recorder.record(nanos, nanos, counts());
            }
        }

        private boolean isFarFromBothEnds(double rangeJoules) {
            double place = (shownJoules - zeroJoules) % rangeJoules / rangeJoules;
            return place > 0.2 && place < 0.8;
        }

        private long counts() {
            long counts = Math.round((shownJoules - zeroJoules) / JOULES_PER_COUNT);
            return range.isPresent() ? counts % range.getAsLong() : counts;
        }
    }

    private static MeteredDevice device(String name, Scope scope, long periodMillis, long resolutionMillis) {
        return new MeteredDevice(name, scope, Provenance.MEASURED, "test " + name, periodMillis * MILLI,
                resolutionMillis * MILLI, 0);
    }

    @ParameterizedTest
    @CsvSource({"package,PACKAGE,20,1", "package,PACKAGE,1000,1000", "dram,DRAM,100,100", "module-0,MODULE,50,100",
            "platform,PSYS,200,20", "12V,RAIL,50,30", "platform,PSYS,1000,15000"})
    void believesUpTo20KilowattsOfWhatCanBeAMachineAndFindsEachReset(String name, Scope scope, long periodMillis,
            long stepMillis) {
        int resets = 0;
        for (long seed = 0; seed < 40; seed++) {
            Machine machine = new Machine(seed, device(name, scope, periodMillis, stepMillis), 20_000,
                    OptionalLong.empty(), stepMillis * MILLI);
            machine.run(2_000);

            assertThat(machine.recorder.series().unknownSteps()).as("seed %d", seed).isEqualTo(machine.resets);
            assertThat(machine.recorder.series().totalJoules()).isCloseTo(machine.knownJoules, within(1.0));
            resets += machine.resets;
        }
        assertThat(resets).isGreaterThan(50);
    }

    @ParameterizedTest
    @CsvSource({"package-0,PACKAGE,20", "package-0,PACKAGE,200", "platform,PSYS,100"})
    void tellsAResetFromAWrap(String name, Scope scope, long periodMillis) {
        int resets = 0;
        int wraps = 0;
        for (long seed = 0; seed < 10; seed++) {
            Machine machine = new Machine(seed, device(name, scope, periodMillis, 0), 1_000,
                    OptionalLong.of(RANGE), MILLI);
            machine.run(20_000);

            assertThat(machine.recorder.series().unknownSteps()).as("seed %d", seed).isEqualTo(machine.resets);
            assertThat(machine.recorder.series().totalJoules()).isCloseTo(machine.knownJoules, within(1.0));
            resets += machine.resets;
            DeviceSeries series = machine.recorder.series();
            wraps += series.window(0, series.lastNanos().orElseThrow()).flags().contains(EnergyFlag.WRAP) ? 1 : 0;
        }
        assertThat(resets).isGreaterThan(20);
        assertThat(wraps).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void takesAFallThatWouldBeMorePowerThanTheDeviceHasForAReset(boolean limited) {
        CounterRecorder recorder = new CounterRecorder(device("package-0", Scope.PACKAGE, 22, 0), JOULES_PER_COUNT,
                OptionalLong.of(RANGE), limited ? OptionalDouble.of(200) : OptionalDouble.empty());
        long counts = RANGE - Math.round((100 * 22e-3 * 100 + 72) / JOULES_PER_COUNT);
        for (long tick = 0; tick <= 100; tick++) {
            recorder.record(tick * 22 * MILLI, tick * 22 * MILLI,
                    counts + Math.round(tick * 22e-3 * 100 / JOULES_PER_COUNT));
        }
        recorder.record(101 * 22 * MILLI, 101 * 22 * MILLI, 0);

        DeviceSeries series = recorder.series();
        assertThat(series.unknownSteps()).isOne();
        assertThat(series.totalJoules()).isCloseTo(100 * 22e-3 * 100, within(1e-3));
        assertThat(series.window(0, series.lastNanos().orElseThrow()).flags()).contains(EnergyFlag.RESET)
                .doesNotContain(EnergyFlag.WRAP);
    }

    /** A counter that starts anew just before it would have wrapped anyway adds no more than the device can have used. */
    @Test
    void believesNoMoreThanThreeTimesWhatWasSeenWhereverACounterStartsAnew() {
        int resets = 0;
        int wraps = 0;
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            double watts = 50 + 300 * random.nextDouble();
            long period = (5 + random.nextInt(100)) * MILLI;
            double stepJoules = watts * period / 1e9;
            // Half of them near the end of the range, the others anywhere in it.
            double missing = random.nextBoolean()
                    ? 20 * stepJoules * random.nextDouble()
                    : random.nextDouble() * RANGE * JOULES_PER_COUNT;
            CounterRecorder recorder = new CounterRecorder(device("package-0", Scope.PACKAGE, period / MILLI, 0),
                    JOULES_PER_COUNT, OptionalLong.of(RANGE), OptionalDouble.empty());
            long last = RANGE - 1 - Math.round(missing / JOULES_PER_COUNT);
            for (int tick = -50; tick <= 0; tick++) {
                long nanos = (tick + 50) * period;
                recorder.record(nanos, nanos, last + Math.round(tick * stepJoules / JOULES_PER_COUNT));
            }
            double before = recorder.series().totalJoules();
            recorder.record(51 * period, 51 * period, 0);

            boolean wrapped = recorder.series().unknownSteps() == 0;
            double added = recorder.series().totalJoules() - before;
            assertThat(added).as("seed %d", seed).isLessThanOrEqualTo(3 * 2 * stepJoules * (1 + 1e-3));
            assertThat(wrapped).as("seed %d", seed).isEqualTo(missing <= 6 * stepJoules);
            resets += wrapped ? 0 : 1;
            wraps += wrapped ? 1 : 0;
        }
        assertThat(resets).isGreaterThan(100);
        assertThat(wraps).isGreaterThan(20);
    }

    @Test
    void believesAPartOfAMachineThatProvedToDrawMoreThanIsAssumed() {
        CounterRecorder recorder = new CounterRecorder(device("gpu-0", Scope.GPU, 100, 0), 1, OptionalLong.empty(),
                OptionalDouble.empty());
        long joules = 0;
        for (long tick = 0; tick <= 100; tick++) {
            // 1.5 kW, and 5 kW later.
            joules += tick < 50 ? 150 : 500;
            recorder.record(tick * 100 * MILLI, tick * 100 * MILLI, joules);
        }
        assertThat(recorder.series().unknownSteps()).isZero();
    }

    @Test
    void believesTheFirstMovementOfAnExporterToBeAsMuchAsItCanHaveHeldBack() {
        CounterRecorder recorder = new CounterRecorder(device("gpu-0", Scope.GPU, 1_000, 15_000), 1,
                OptionalLong.empty(), OptionalDouble.of(700));
        recorder.record(0, 0, 1_000_000);
        recorder.record(1_000 * MILLI, 1_000 * MILLI, 1_000_000 + 700 * 15);

        assertThat(recorder.series().unknownSteps()).isZero();
        recorder.record(2_000 * MILLI, 2_000 * MILLI, 2_000_000);
        assertThat(recorder.series().unknownSteps()).isOne();
    }
}
