package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import dev.ipw.energy.internal.curve.ActivityTimeline;
import dev.ipw.energy.internal.curve.EnergyCurve;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A counter in steps of 100 ms, at 5 ms past each, whose joules power divides that is read each 20 ms. */
class ShapedCounterRecorderTests {
    private static final long MILLI = 1_000_000L;
    private static final int TICK_MILLIS = 20;
    private static final int LOOK_MILLIS = 1000;

    private final ShapedCounterRecorder recorder = new ShapedCounterRecorder(
            new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "counter", TICK_MILLIS * MILLI), 1e-3,
            OptionalLong.empty(), OptionalDouble.empty());
    private final CounterPace pace = new CounterPace(LOOK_MILLIS * MILLI);

    /** Read from one moment to another: joules as the counter has them, watts as power shows them. */
    private void read(int fromMillis, int toMillis, DoubleUnaryOperator joules, DoubleUnaryOperator watts) {
        for (int millis = fromMillis; millis < toMillis; millis += TICK_MILLIS) {
            long nanos = millis * MILLI;
            double shown = watts.applyAsDouble(millis / 1e3);
            if (!Double.isNaN(shown)) {
                recorder.recordPower(nanos, nanos + 10_000, TICK_MILLIS * MILLI, false, shown);
            }
            if (pace.isDue(nanos)) {
                long counts = Math.round(1e3 * joules.applyAsDouble((Math.floorDiv(millis - 5, 100) * 100 + 5) / 1e3));
                pace.note(nanos, counts);
                recorder.recordCounter(nanos, nanos + 10_000, counts);
            } else {
                recorder.skip();
            }
        }
    }

    /** Half a second at 100 W, half at 500 W, again and again. */
    private static double watts(double seconds) {
        return seconds - Math.floor(seconds) < 0.5 ? 100 : 500;
    }

    private static double joules(double seconds) {
        double part = seconds - Math.floor(seconds);
        return 300 * Math.floor(seconds) + (part < 0.5 ? 100 * part : 50 + 500 * (part - 0.5));
    }

    private EnergyReading window(int fromMillis, int toMillis) {
        return recorder.series().window(fromMillis * MILLI, toMillis * MILLI);
    }

    @Test
    void takesTheJoulesOfTheCounterAndTheirDivisionFromPower() {
        // Power shows a fifth too little all the time: the division is right nevertheless.
        read(0, 20_000, ShapedCounterRecorderTests::joules, seconds -> 0.8 * watts(seconds) + seconds / 1e6);

        assertThat(window(10_000, 15_000).joules()).hasValueCloseTo(1500.0, within(8.0));
        assertThat(window(10_100, 10_400).joules()).hasValueCloseTo(30.0, within(0.6));
        assertThat(window(10_600, 10_900).joules()).hasValueCloseTo(150.0, within(3.0));
        assertThat(window(10_600, 10_900).provenance()).isEqualTo(Provenance.MEASURED);
        for (int start = 5000; start < 15_000; start += 130) {
            EnergyReading reading = window(start, start + 200);
            double truth = joules(start / 1e3 + 0.2) - joules(start / 1e3);
            assertThat(truth).as("%d", start).isBetween(reading.lower().orElseThrow(), reading.upper().orElseThrow());
        }
    }

    @Test
    void addsUpWithinBoundsThatDoNotGrowWithTheTime() {
        read(0, 60_000, ShapedCounterRecorderTests::joules, seconds -> 0.8 * watts(seconds) + seconds / 1e6);
        EnergyReading reading = window(5000, 55_000);

        assertThat(reading.joules()).hasValueCloseTo(15_000.0, within(10.0));
        assertThat(reading.upper().orElseThrow() - reading.lower().orElseThrow()).isLessThan(150);
        assertThat(reading.flags()).isEmpty();
    }

    @Test
    void boundsOfTheCurveHoldTheTruth() {
        read(0, 12_000, ShapedCounterRecorderTests::joules,
                seconds -> watts(seconds) * (1 + 0.01 * Math.sin(77 * seconds)));
        EnergyCurve curve = EnergyCurve.of(recorder.series().steps(), new ActivityTimeline(new long[0], new int[0]),
                PowerLimits.UNKNOWN, OptionalDouble.of(0));
        for (int start = 3000; start < 9000; start += 70) {
            double truth = joules(start / 1e3 + 0.2) - joules(start / 1e3);
            assertThat(truth).isBetween(curve.lowestBetween(start * MILLI, (start + 200) * MILLI),
                    curve.highestBetween(start * MILLI, (start + 200) * MILLI));
            assertThat(curve.sigmaBetween(start * MILLI, (start + 200) * MILLI)).isPositive();
        }
    }

    @Test
    void callsATaskBriefUnderTwoSecondsAndEndsAtTheLastLook() {
        read(0, 10_000, ShapedCounterRecorderTests::joules, ShapedCounterRecorderTests::watts);

        assertThat(recorder.series().isBrief(3000 * MILLI, 4000 * MILLI)).isTrue();
        assertThat(recorder.series().isBrief(3000 * MILLI, 5100 * MILLI)).isFalse();
        assertThat(recorder.series().lastNanos().orElseThrow()).isBetween(8500 * MILLI, 10_000 * MILLI);
        assertThat(recorder.series().isSettledAt(8000 * MILLI)).isTrue();
        assertThat(recorder.series().isSettledAt(10_000 * MILLI)).isFalse();
    }

    @Test
    void looksAtTheNextMovementWhereSomebodyWaits() {
        read(0, 10_000, ShapedCounterRecorderTests::joules, ShapedCounterRecorderTests::watts);
        long last = recorder.series().lastNanos().orElseThrow();
        pace.hasten();
        read(10_000, 10_400, ShapedCounterRecorderTests::joules, seconds -> watts(seconds) + seconds / 1e6);

        assertThat(last).isLessThan(9900 * MILLI);
        assertThat(recorder.series().lastNanos().orElseThrow()).isGreaterThan(10_000 * MILLI);
    }

    @Test
    void showsACounterThatStandsStill() {
        read(0, 40_000, seconds -> 0, ShapedCounterRecorderTests::watts);

        assertThat(recorder.series().state()).isEqualTo(SensorState.STANDING_STILL);
    }

    @Test
    void losesOnlyTheJoulesAroundARestart() {
        read(0, 10_000, ShapedCounterRecorderTests::joules, ShapedCounterRecorderTests::watts);
        read(10_000, 20_000, seconds -> joules(seconds) - 3000, ShapedCounterRecorderTests::watts);

        assertThat(window(2000, 18_000).flags()).contains(EnergyFlag.RESET, EnergyFlag.PARTIAL);
        assertThat(window(13_000, 18_000).joules()).hasValueCloseTo(1500.0, within(8.0));
        assertThat(window(13_000, 18_000).flags()).isEmpty();
    }

    @Test
    void keepsTheJoulesOfALongTimeInWhichTheCounterCannotBeRead() {
        read(0, 8000, ShapedCounterRecorderTests::joules, ShapedCounterRecorderTests::watts);
        for (int millis = 8000; millis < 200_000; millis += TICK_MILLIS) {
            recorder.recordPower(millis * MILLI, millis * MILLI + 10_000, TICK_MILLIS * MILLI, false,
                    watts(millis / 1e3));
            recorder.skip();
            recorder.lost("it does not answer");
        }
        assertThat(recorder.series().lossReason()).isPresent();
        read(200_000, 210_000, ShapedCounterRecorderTests::joules, ShapedCounterRecorderTests::watts);

        assertThat(recorder.series().lossReason()).isEmpty();
        assertThat(window(5000, 205_000).joules()).hasValueCloseTo(60_000.0, within(20.0));
        assertThat(window(5000, 205_000).flags()).contains(EnergyFlag.GAP);
    }

    @Test
    void keepsTheJoulesOfATimeWithoutPowerWithWiderBounds() {
        read(0, 8000, ShapedCounterRecorderTests::joules, ShapedCounterRecorderTests::watts);
        read(8000, 12_000, ShapedCounterRecorderTests::joules, seconds -> Double.NaN);
        read(12_000, 20_000, ShapedCounterRecorderTests::joules, ShapedCounterRecorderTests::watts);

        assertThat(window(5000, 15_000).joules()).hasValueCloseTo(3000.0, within(10.0));
        assertThat(window(7000, 13_000).flags()).contains(EnergyFlag.GAP);
        EnergyReading within = window(9000, 9400);
        assertThat(joules(9.4) - joules(9)).isBetween(within.lower().orElseThrow(), within.upper().orElseThrow());
    }
}
