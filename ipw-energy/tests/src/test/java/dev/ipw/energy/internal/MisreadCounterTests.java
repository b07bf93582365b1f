package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A counter in millijoules of a device of 150 W, read each 100 ms for ten seconds, some of whose readings are wrong. */
class MisreadCounterTests {
    private static final int READINGS = 101;
    private static final long STEP = 15_000;
    private static final long FIRST = 5_000_000_000L;

    private static long[] counts() {
        long[] counts = new long[READINGS];
        Arrays.setAll(counts, i -> FIRST + i * STEP);
        return counts;
    }

    private static CounterRecorder recorded(long[] counts, OptionalLong range, double limitWatts) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "test counter", 100 * MILLI), 1e-3, range,
                OptionalDouble.of(limitWatts));
        for (int i = 0; i < counts.length; i++) {
            recorder.record(i * 100L * MILLI, i * 100L * MILLI, counts[i]);
        }
        return recorder;
    }

    private static EnergyReading whole(CounterRecorder recorder) {
        return recorder.series().window(0, (READINGS - 1) * 100 * MILLI);
    }

    @ParameterizedTest
    @CsvSource({"0, 700", "0, 1000000000", "1, 700", "4999000000, 700", "5000000000, 700", "5000650000, 700",
            "9000000000, 700", "9000000000, 1000000000", "-5, 700", "9223372036854775807, 700",
            "-9223372036854775808, 1000000000"})
    void leavesOutASingleWrongReadingAndKeepsTheJoulesAcrossIt(long wrong, double limitWatts) {
        long[] counts = counts();
        counts[40] = wrong;
        CounterRecorder recorder = recorded(counts, OptionalLong.empty(), limitWatts);

        assertThat(whole(recorder).joules()).hasValueCloseTo(1500.0, within(1e-6));
        assertThat(whole(recorder).flags()).contains(EnergyFlag.GAP).doesNotContain(EnergyFlag.RESET);
        assertThat(recorder.leftOutNanos()).containsExactly(40 * 100 * MILLI);
        EnergyReading around = recorder.series().window(3_950 * MILLI, 4_050 * MILLI);
        assertThat(around.flags()).contains(EnergyFlag.GAP);
        assertThat(around.upper().orElseThrow() - around.lower().orElseThrow()).isGreaterThan(25);
        assertThat(recorder.series().window(0, 3_000 * MILLI).flags()).isEmpty();
    }

    @Test
    void leavesOutSeveralWrongReadingsInARow() {
        long[] counts = counts();
        Arrays.fill(counts, 40, 45, 0);
        counts[60] = 7;
        counts[61] = FIRST * 2;
        CounterRecorder recorder = recorded(counts, OptionalLong.empty(), 700);

        assertThat(whole(recorder).joules()).hasValueCloseTo(1500.0, within(1e-6));
        assertThat(recorder.leftOutNanos()).hasSize(7);
    }

    @Test
    void takesAFallFromWhichTheCounterGoesOnForAReset() {
        long[] counts = counts();
        for (int i = 40; i < READINGS; i++) {
            counts[i] = (i - 40) * STEP;
        }
        CounterRecorder recorder = recorded(counts, OptionalLong.empty(), 700);

        assertThat(whole(recorder).joules()).hasValueCloseTo(99 * 15.0, within(1e-6));
        assertThat(whole(recorder).flags()).contains(EnergyFlag.RESET, EnergyFlag.PARTIAL);
        assertThat(recorder.leftOutNanos()).isEmpty();
    }

    @Test
    void followsAWrapAcrossAWrongReading() {
        long range = FIRST + 45 * STEP;
        long[] counts = Arrays.stream(counts()).map(count -> count % range).toArray();
        counts[44] = range / 2;
        CounterRecorder recorder = recorded(counts, OptionalLong.of(range), 700);

        assertThat(whole(recorder).joules()).hasValueCloseTo(1500.0, within(1e-6));
        assertThat(whole(recorder).flags()).contains(EnergyFlag.WRAP, EnergyFlag.GAP)
                .doesNotContain(EnergyFlag.RESET);
    }

    @Test
    void doesNotKnowWhatWasUsedWhereNothingIsReadAfterAFall() {
        long[] counts = counts();
        counts[READINGS - 1] = 0;

        assertThat(whole(recorded(counts, OptionalLong.empty(), 700)).flags()).contains(EnergyFlag.RESET);
    }

    /** Whatever one reading shows, the joules are right or the figure says that they may not be. */
    @Test
    void neverBelievesMoreThanTheDeviceCanDrawForOneWrongReading() {
        int leftOut = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            long[] counts = new long[READINGS];
            counts[0] = random.nextBoolean() ? 0 : random.nextLong(1L << (10 + random.nextInt(45)));
            for (int i = 1; i < READINGS; i++) {
                counts[i] = counts[i - 1] + 5_000 + random.nextInt(30_000);
            }
            double joules = (counts[READINGS - 1] - counts[0]) * 1e-3;
            int place = 1 + random.nextInt(READINGS - 2);
            counts[place] = switch (random.nextInt(5)) {
                case 0 -> 0;
                case 1 -> random.nextLong();
                case 2 -> counts[place] ^ (1L << random.nextInt(63));
                case 3 -> Math.round(counts[place] * random.nextDouble() * 2);
                default -> counts[place] + random.nextInt(200_000) - 100_000;
            };
            CounterRecorder recorder = recorded(counts, OptionalLong.empty(), 700);
            EnergyReading whole = whole(recorder);
            leftOut += recorder.leftOutNanos().length;
            if (!whole.flags().contains(EnergyFlag.RESET) && whole.isAvailable()) {
                assertThat(whole.joules()).as("seed %d", seed).hasValueCloseTo(joules, within(1e-3));
            }
            assertThat(whole.joules().orElse(0)).as("seed %d", seed).isLessThan(joules + 280);
        }
        assertThat(leftOut).isGreaterThan(1_000);
    }

    @Test
    void keepsReadingsApartThatWereRecordedBeforeOthersWereLeftOut() {
        CounterRecorder recorder = recorded(Arrays.copyOf(counts(), 41), OptionalLong.empty(), 700);
        EnergySteps earlier = recorder.series().steps();
        recorder.record(4_100 * MILLI, 4_100 * MILLI, 0);
        EnergyReading doubted = recorder.series().window(0, 4_100 * MILLI);
        recorder.record(4_200 * MILLI, 4_200 * MILLI, FIRST + 42 * STEP);

        assertThat(doubted.flags()).contains(EnergyFlag.RESET);
        assertThat(earlier.joules(earlier.edges() - 1)).isEqualTo(600);
        assertThat(recorder.series().totalJoules()).isCloseTo(630, within(1e-6));
        assertThat(recorder.series().sampleCount()).isEqualTo(42);
    }

    @Test
    void keepsALongSeriesWholeWhereOldReadingsAreThinned() {
        CounterRecorder recorder = recorded(new long[]{FIRST}, OptionalLong.empty(), 700);
        recorder.keepAtMost(64);
        for (int i = 1; i <= 5_000; i++) {
            recorder.record(i * 100L * MILLI, i * 100L * MILLI, i % 50 == 7 ? 0 : FIRST + i * STEP);
        }
        assertThat(recorder.series().totalJoules()).isCloseTo(5_000 * 15, within(1e-6));
        assertThat(recorder.leftOutNanos()).hasSize(100);
    }
}
