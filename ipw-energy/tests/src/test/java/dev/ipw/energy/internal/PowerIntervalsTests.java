package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.statistics.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PowerIntervalsTests {
    private static final double SECONDS = 40;
    private static final double LOW = 300;
    private static final double HIGH = 600;
    private static final double TOLERANCE = 0.051;
    // A movement that comes late, but not later than its readings enclose, is not seen to.
    private static final double TOLERANCE_IF_LATE = 0.1;

    static IntStream seeds() {
        return IntStream.range(0, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void constantPowerIsShownAsItIsHoweverItIsRead(int seed) {
        Simulated device = new Simulated(seed, Double.POSITIVE_INFINITY);
        List<PowerInterval> intervals = PowerIntervals.of(device.series);
        for (PowerInterval interval : intervals) {
            assertThat(interval.watts()).as("%s of %s", interval, device).isCloseTo(LOW,
                    within(LOW * device.tolerance));
        }
        assertThat(nanos(intervals) / 1e9).as(device.toString()).isGreaterThan(SECONDS / 2);
        double joules = intervals.stream().mapToDouble(PowerIntervalsTests::joules).sum();
        assertThat(joules).isCloseTo(LOW * nanos(intervals) / 1e9, within(LOW * device.tolerance * SECONDS / 10));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aStepIsShownAsAStepWithoutASpike(int seed) {
        double moment = SECONDS / 2 + 0.01 * seed;
        Simulated device = new Simulated(seed, moment);
        for (PowerInterval interval : PowerIntervals.of(device.series)) {
            double truth = device.joules(interval.startNanos(), interval.endNanos())
                    / ((interval.endNanos() - interval.startNanos()) / 1e9);
            boolean holdsStep = interval.startNanos() < (moment + 0.1) * 1e9 && interval.endNanos() > moment * 1e9;
            if (holdsStep) {
                assertThat(interval.watts()).isBetween(LOW * (1 - device.tolerance), HIGH * (1 + device.tolerance));
            } else {
                assertThat(interval.watts()).as("%s of %s", interval, device)
                        .isCloseTo(truth, within(truth * device.tolerance));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theJoulesUnderTheIntervalsAreThoseOfTheCounter(int seed) {
        Simulated device = new Simulated(seed, SECONDS / 3);
        EnergySteps steps = device.series.steps();
        List<PowerInterval> intervals = PowerIntervals.of(device.series);
        int run = 0;
        for (int i = 1; i <= intervals.size(); i++) {
            if (i == intervals.size() || intervals.get(i).startNanos() > intervals.get(i - 1).endNanos()) {
                double drawn = intervals.subList(run, i).stream().mapToDouble(PowerIntervalsTests::joules).sum();
                double counted = joulesAt(steps, intervals.get(i - 1).endNanos())
                        - joulesAt(steps, intervals.get(run).startNanos());
                assertThat(drawn).isCloseTo(counted, within(1e-6 * counted));
                run = i;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsShownOfAWindowAndOfNowHasNoSpikesEither(int seed) {
        Simulated device = new Simulated(seed, Double.POSITIVE_INFINITY);
        Random random = new Random(0x9E3779B97F4A7C15L * (seed + 1));
        for (int i = 0; i < 20; i++) {
            long start = (long) (random.nextDouble() * (SECONDS - 3) * 1e9);
            long end = start + 2_500 * MILLI;
            Statistics watts = DevicePower.over(List.of(device.series), start, end)
                    .orElse(new Statistics(LOW, LOW, LOW, LOW));
            assertThat(watts.maximum()).as("%d to %d of %s", start, end, device).isLessThan(LOW * 1.1);
            assertThat(watts.minimum()).as("%d to %d of %s", start, end, device).isGreaterThan(LOW * 0.9);
            OptionalDouble now = DevicePower.now(List.of(device.series), end, 2_000 * MILLI);
            assertThat(now.orElse(LOW)).as("at %d of %s", end, device).isCloseTo(LOW, within(LOW * device.tolerance));
        }
    }

    private static double joulesAt(EnergySteps steps, long nanos) {
        return LongStream.range(0, steps.edges()).filter(edge -> steps.isMovement((int) edge)
                && (steps.latest((int) edge) == nanos || middle(steps, (int) edge) == nanos))
                .mapToDouble(edge -> steps.joules((int) edge)).findFirst().orElseThrow();
    }

    private static long middle(EnergySteps steps, int edge) {
        return steps.earliest(edge) + (steps.latest(edge) - steps.earliest(edge)) / 2;
    }

    private static double joules(PowerInterval interval) {
        return interval.watts() * (interval.endNanos() - interval.startNanos()) / 1e9;
    }

    private static double nanos(List<PowerInterval> intervals) {
        return intervals.stream().mapToDouble(interval -> interval.endNanos() - interval.startNanos()).sum();
    }

    /** A counter that sometimes moves late, skips a movement or starts anew, read late at times and not at all at others. */
    private static final class Simulated {
        private final double riseSeconds;
        private final double tolerance;
        private final double period;
        private final double poll;
        private final DeviceSeries series;

        Simulated(int seed, double riseSeconds) {
            this.riseSeconds = riseSeconds;
            Random random = new Random(0x9E3779B97F4A7C15L * (seed + 1));
            boolean late = seed % 4 >= 2;
            tolerance = late ? TOLERANCE_IF_LATE : TOLERANCE;
            period = seed % 2 == 0 ? 0.1 : 0.02;
            poll = 0.005 + 0.055 * random.nextDouble();
            CounterRecorder recorder = new CounterRecorder(
                    new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "a test", (long) (poll * 1e9)), 1e-3,
                    OptionalLong.empty(), OptionalDouble.of(700));
            double lateShare = late ? 0.1 * random.nextDouble() : 0;
            double missedShare = 0.1 * random.nextDouble();
            double gapShare = 0.002 * random.nextDouble();
            double nextUpdate = period * random.nextDouble();
            double nextDue = nextUpdate;
            double counted = 0;
            double reset = 0;
            double now = 0;
            while (now < SECONDS) {
                while (nextUpdate <= now) {
                    counted = random.nextDouble() < missedShare ? counted : nextDue;
                    nextDue += period;
                    nextUpdate = random.nextDouble() < lateShare
                            ? nextDue + period * random.nextDouble()
                            : Math.max(nextUpdate, nextDue);
                }
                if (random.nextDouble() < 1e-4) {
                    reset = counted;
                }
                long at = (long) (now * 1e9);
                recorder.record(at - 20_000, at + 20_000, (long) (1e3 * (joules(counted) - joules(reset))));
                now += poll * (0.9 + 0.2 * random.nextDouble());
                now += random.nextDouble() < 0.02 ? 3 * poll * random.nextDouble() : 0;
                now += random.nextDouble() < gapShare ? 3 * random.nextDouble() : 0;
            }
            series = recorder.series();
        }

        private double joules(double seconds) {
            return LOW * seconds + (HIGH - LOW) * Math.max(0, seconds - riseSeconds);
        }

        double joules(long startNanos, long endNanos) {
            return joules(endNanos / 1e9) - joules(startNanos / 1e9);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "a counter of %.0f ms read each %.1f ms", period * 1e3, poll * 1e3);
        }
    }
}
