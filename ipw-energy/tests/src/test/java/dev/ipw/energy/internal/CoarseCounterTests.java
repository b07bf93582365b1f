package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A counter behind an exporter that refreshes it far less often than it is scraped. */
class CoarseCounterTests {
    private static final long SECOND = 1000 * MILLI;
    private static final double JOULES_PER_COUNT = 1e-3;

    /** A load that changes at random each tenth of a second, seen through a page that is written anew now and then. */
    private static final class Exporter {
        private static final long SLOT_NANOS = 100 * MILLI;
        private final double[] joules;
        private final long refreshNanos;
        private final long lagNanos;

        Exporter(long seed, long seconds, long refreshNanos, long lagNanos) {
            Random random = new Random(seed);
            this.refreshNanos = refreshNanos;
            this.lagNanos = lagNanos;
            joules = new double[(int) (seconds * SECOND / SLOT_NANOS) + 1];
            double watts = 300;
            for (int i = 1; i < joules.length; i++) {
                watts = random.nextInt(30) == 0 ? random.nextDouble(60, 700) : watts;
                joules[i] = joules[i - 1] + watts * SLOT_NANOS / 1e9;
            }
        }

        double used(long nanos) {
            int slot = Math.clamp(nanos / SLOT_NANOS, 0, joules.length - 2);
            return joules[slot] + (joules[slot + 1] - joules[slot])
                    * ((double) (nanos - slot * SLOT_NANOS) / SLOT_NANOS);
        }

        long shown(long nanos) {
            return (long) (used(Math.max(0, nanos / refreshNanos * refreshNanos - lagNanos)) / JOULES_PER_COUNT);
        }

        DeviceSeries scraped(long pollNanos, long resolutionNanos) {
            Random random = new Random(pollNanos);
            CounterRecorder recorder = recorder(pollNanos, resolutionNanos);
            long nanos = random.nextLong(refreshNanos);
            while (nanos < (joules.length - 1) * SLOT_NANOS - MILLI) {
                long width = random.nextLong(MILLI);
                recorder.record(nanos, nanos + width, shown(nanos + random.nextLong(width + 1)));
                nanos += pollNanos - pollNanos / 10 + random.nextLong(pollNanos / 5 + 1);
            }
            return recorder.series();
        }
    }

    private static CounterRecorder recorder(long pollNanos, long resolutionNanos) {
        return new CounterRecorder(new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "test gpu-0", pollNanos,
                resolutionNanos, 0), JOULES_PER_COUNT, OptionalLong.empty(), OptionalDouble.empty());
    }

    @ParameterizedTest
    @CsvSource({"2000,0,2000,100", "1500,500,2000,100", "15000,0,15000,1000", "30000,0,30000,100", "30000,0,0,1000"})
    void boundsHoldTheTruthAndNoWindowBeforeTheLastMovementIsWithoutJoules(long refreshMillis, long lagMillis,
            long resolutionMillis, long pollMillis) {
        Exporter exporter = new Exporter(refreshMillis + pollMillis, 600, refreshMillis * MILLI, lagMillis * MILLI);
        DeviceSeries series = exporter.scraped(pollMillis * MILLI, resolutionMillis * MILLI);
        Random random = new Random(3);
        long first = series.firstNanos().orElseThrow() + 2 * refreshMillis * MILLI;
        long last = series.lastNanos().orElseThrow() - (2 * refreshMillis + resolutionMillis + pollMillis) * MILLI;
        for (int i = 0; i < 5_000; i++) {
            long start = random.nextLong(first, last);
            long end = Math.min(last, start + 1 + random.nextLong(2 * refreshMillis * MILLI));
            EnergyReading reading = series.window(start, end);
            double used = exporter.used(end) - exporter.used(start);
            assertThat(reading.isComplete()).as("%d to %d: %s %s", start, end, reading, reading.flags()).isTrue();
            assertThat(used).isBetween(reading.lower().orElseThrow() - JOULES_PER_COUNT,
                    reading.upper().orElseThrow() + JOULES_PER_COUNT);
        }
    }

    @Test
    void windowsThatMeetAddUpToTheWhole() {
        DeviceSeries series = new Exporter(2, 120, 2 * SECOND, 0).scraped(100 * MILLI, 2 * SECOND);
        double sum = 0;
        for (long start = 5 * SECOND; start < 105 * SECOND; start += SECOND / 2) {
            sum += series.window(start, start + SECOND / 2).joules().orElseThrow();
        }
        assertThat(series.window(5 * SECOND, 105 * SECOND).joules()).hasValueCloseTo(sum, within(1e-9 * sum));
    }

    @Test
    void isSettledOnceItMovedAfterAReadingThatIsSurelyYoungEnough() {
        DeviceSeries series = new Exporter(3, 60, 15 * SECOND, 0).scraped(100 * MILLI, 15 * SECOND);
        // It moves at 15, 30 and 45 s and is read for the last time at 60 s.
        assertThat(series.isSettledAt(14 * SECOND)).isTrue();
        assertThat(series.isSettledAt(29 * SECOND)).isTrue();
        assertThat(series.isSettledAt(31 * SECOND)).isFalse();
        assertThat(series.isSettledAt(40 * SECOND)).isFalse();
        assertThat(series.window(20 * SECOND, 40 * SECOND).flags()).contains(EnergyFlag.PROVISIONAL);
    }

    @Test
    void hasNoJoulesOfAWindowSinceWhoseStartItHasNotMoved() {
        DeviceSeries series = new Exporter(4, 58, 15 * SECOND, 0).scraped(100 * MILLI, 15 * SECOND);

        assertThat(series.window(47 * SECOND, 50 * SECOND).reason().orElseThrow()).contains("has not moved since");
        assertThat(series.window(44 * SECOND, 50 * SECOND).flags()).contains(EnergyFlag.PROVISIONAL);
        assertThat(series.window(32 * SECOND, 35 * SECOND).joules().orElseThrow()).isPositive();
        assertThat(series.window(47 * SECOND, 47 * SECOND).joules()).hasValue(0);
    }

    @Test
    void learnsHowCoarseACounterIsWhoseSensorDoesNotSay() {
        CounterRecorder recorder = recorder(100 * MILLI, 0);
        for (long i = 0; i < 900; i++) {
            // Moves each 10 s up to 40 s, not in 40 to 80 s, then each 2 s.
            long tick = i < 400 ? i / 100 : i < 800 ? 3 : i / 20;
            recorder.record(i * 100 * MILLI, i * 100 * MILLI, tick * 100_000);
        }
        DeviceSeries series = recorder.series();

        assertThat(series.window(12 * SECOND, 18 * SECOND).joules().orElseThrow()).isPositive();
        assertThat(series.window(41 * SECOND, 60 * SECOND).reason().orElseThrow()).contains("does not move");
    }

    /** Reads each second a counter that shows what was used at some moments, at 100 W. */
    private static DeviceSeries readSeldom(CounterRecorder recorder, long fromSecond, long toSecond, long stepSeconds,
            long phaseSeconds) {
        for (long second = fromSecond; second <= toSecond; second++) {
            long shown = (second + phaseSeconds) / stepSeconds * stepSeconds;
            recorder.record(second * SECOND, second * SECOND, shown * 100_000);
        }
        return recorder.series();
    }

    @ParameterizedTest
    @CsvSource({"30,0", "30,5", "30,25", "60,0", "60,10", "60,59"})
    void aCounterIsNotCalledDeadThatMovesEachMinute(long stepSeconds, long phaseSeconds) {
        CounterRecorder recorder = recorder(SECOND, 0);
        for (long second = 0; second < 4 * stepSeconds; second++) {
            DeviceSeries series = readSeldom(recorder, second, second, stepSeconds, phaseSeconds);
            assertThat(series.state()).as("after %d s", second).isIn(SensorState.UNPROVEN, SensorState.MEASURING);
        }
        assertThat(recorder.series().state()).isEqualTo(SensorState.MEASURING);
    }

    @Test
    void aCounterThatIsReadSeldomIsDeadAfterFarLongerThanAnyTakes() {
        CounterRecorder recorder = recorder(SECOND, 0);
        DeviceSeries series = readSeldom(recorder, 0, 15, 1000, 0);
        assertThat(series.state()).isEqualTo(SensorState.UNPROVEN);
        assertThat(series.isOverdue()).isFalse();

        readSeldom(recorder, 16, 40, 1000, 0);
        assertThat(series.state()).isEqualTo(SensorState.UNPROVEN);
        assertThat(series.isOverdue()).isTrue();
        assertThat(series.stateReason().orElseThrow()).contains("has not moved for 40 s", "each minute");
        assertThat(series.window(20 * SECOND, 30 * SECOND).isAvailable()).isFalse();

        readSeldom(recorder, 41, 149, 1000, 0);
        assertThat(series.state()).isEqualTo(SensorState.UNPROVEN);
        readSeldom(recorder, 150, 151, 1000, 0);
        assertThat(series.state()).isEqualTo(SensorState.STANDING_STILL);
    }

    @Test
    void aCounterOfThisMachineThatTookLongToMoveOnceIsGivenAsLongAgain() {
        CounterRecorder recorder = recorder(20 * MILLI, 0);
        for (long millis = 0; millis < 20_000; millis += 20) {
            recorder.record(millis * MILLI, millis * MILLI, millis < 10_000 ? 0 : 1_000_000);
        }

        assertThat(recorder.series().state()).isEqualTo(SensorState.MEASURING);
    }

    @Test
    void findsACounterDeadThatRestsForLongerThanItsStepsAndItsResolution() {
        assertThat(afterStandingStill(0, 1_100).isAvailable()).isFalse();
        assertThat(afterStandingStill(0, 700).isAvailable()).isTrue();
        assertThat(afterStandingStill(1000, 2_000).isAvailable()).isTrue();
        assertThat(afterStandingStill(1000, 2_600).isAvailable()).isFalse();
    }

    private static EnergyReading afterStandingStill(long resolutionMillis, long standsMillis) {
        CounterRecorder recorder = recorder(20 * MILLI, resolutionMillis * MILLI);
        long counts = 0;
        for (long millis = 0; millis < 9_000; millis += 20) {
            counts += millis <= 3_000 || millis > 3_000 + standsMillis ? 2_000 : 0;
            recorder.record(millis * MILLI, millis * MILLI, counts);
        }
        return recorder.series().window(3_100 * MILLI, 3_400 * MILLI);
    }

    @Test
    void aWindowThatEndsAtTheLastReadingIsAsProvisionalAsOneThatEndsJustBefore() {
        CounterRecorder recorder = recorder(100 * MILLI, 0);
        for (long i = 0; i <= 20; i++) {
            recorder.record(i * 100 * MILLI, i * 100 * MILLI, i * 1000);
        }
        DeviceSeries series = recorder.series();

        assertThat(series.window(0, 2 * SECOND).flags()).containsExactly(EnergyFlag.PROVISIONAL);
        assertThat(series.window(0, 2 * SECOND - 1).flags()).containsExactly(EnergyFlag.PROVISIONAL);
        assertThat(series.window(0, 2 * SECOND + 1).flags()).containsExactly(EnergyFlag.PARTIAL);
        assertThat(series.window(0, 1_900 * MILLI).flags()).isEmpty();
        assertThat(series.isSettledAt(2 * SECOND)).isFalse();
        assertThat(series.isSettledAt(1_900 * MILLI)).isTrue();
    }
}
