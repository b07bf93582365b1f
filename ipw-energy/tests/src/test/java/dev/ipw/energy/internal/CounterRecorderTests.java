package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static dev.ipw.energy.internal.SeriesFixtures.device;
import static dev.ipw.energy.internal.SeriesFixtures.readAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CounterRecorderTests {
    private static final double MICROJOULE = 1e-6;
    // 2^32 counts of 61 microjoules, as powercap has it: the largest value plus one unit.
    private static final long RANGE = 262_143_328_850L + 61;

    private static CounterRecorder powercap() {
        return new CounterRecorder(device(Provenance.MEASURED), MICROJOULE, OptionalLong.of(RANGE),
                OptionalDouble.of(100));
    }

    @Test
    void addsUpWhatTheCounterGrows() {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, 5_000_000);
        readAt(recorder, 20, 6_000_000);
        readAt(recorder, 40, 7_500_000);

        EnergyReading reading = recorder.series().window(0, 40 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(2.5, within(1e-12));
        assertThat(reading.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(reading.flags()).containsExactly(EnergyFlag.PROVISIONAL);
    }

    @Test
    void goesOnAcrossAWrapAtExactlyTheRange() {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, RANGE - 2_000_000);
        readAt(recorder, 20, RANGE - 61);
        readAt(recorder, 40, 0);
        readAt(recorder, 60, 1_000_000);

        EnergyReading reading = recorder.series().window(0, 60 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(3.0, within(1e-12));
        assertThat(reading.flags()).containsExactlyInAnyOrder(EnergyFlag.WRAP, EnergyFlag.PROVISIONAL);
        assertThat(recorder.series().window(0, 20 * MILLI).flags()).doesNotContain(EnergyFlag.WRAP);
        assertThat(recorder.series().window(20 * MILLI, 40 * MILLI).joules()).hasValueCloseTo(61e-6, within(1e-12));
    }

    @Test
    void takesAFallThatNoDeviceCouldDrawForAReset() {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, 100_000_000);
        readAt(recorder, 20, 101_000_000);
        readAt(recorder, 40, 0);
        readAt(recorder, 60, 1_000_000);

        EnergyReading reading = recorder.series().window(0, 60 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(2.0, within(1e-12));
        assertThat(reading.flags()).containsExactlyInAnyOrder(EnergyFlag.RESET, EnergyFlag.PARTIAL,
                EnergyFlag.PROVISIONAL);
        assertThat(recorder.series().window(21 * MILLI, 39 * MILLI).isAvailable()).isFalse();
    }

    @Test
    void judgesAWrapByTheLimitOfTheDevice() {
        // Over 1 s a device limited to 100 W may have used 100 J: 90 J past the range are believed, 110 J are not.
        assertThat(afterFall(RANGE - 60_000_000, 30_000_000).flags()).contains(EnergyFlag.WRAP);
        assertThat(afterFall(RANGE - 60_000_000, 50_000_000).flags()).contains(EnergyFlag.RESET);
    }

    private static EnergyReading afterFall(long first, long second) {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, first);
        readAt(recorder, 1000, second);
        readAt(recorder, 1020, second + 1);
        return recorder.series().window(0, 1020 * MILLI);
    }

    @Test
    void takesARiseThatNoDeviceCouldDrawForAReset() {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, 0);
        readAt(recorder, 20, 1_000_000);
        readAt(recorder, 40, 42_000_000);
        readAt(recorder, 60, 43_000_000);

        EnergyReading reading = recorder.series().window(0, 60 * MILLI);

        // Twice 100 W over the 0.2 s that a counter may need for a step are 40 J.
        assertThat(reading.joules()).hasValueCloseTo(2.0, within(1e-12));
        assertThat(reading.flags()).containsExactlyInAnyOrder(EnergyFlag.RESET, EnergyFlag.PARTIAL,
                EnergyFlag.PROVISIONAL);
        assertThat(recorder.series().window(21 * MILLI, 39 * MILLI).isAvailable()).isFalse();
    }

    @Test
    void judgesARiseByTheTimeSinceTheCounterLastMoved() {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, 0);
        for (long millis = 20; millis < 1_000; millis += 20) {
            readAt(recorder, millis, 1_000_000);
        }
        readAt(recorder, 1_000, 191_000_000);
        readAt(recorder, 1_020, 382_000_000);

        assertThat(recorder.series().window(0, 1_000 * MILLI).joules()).hasValueCloseTo(191.0, within(1e-12));
        assertThat(recorder.series().window(0, 1_020 * MILLI).flags()).contains(EnergyFlag.RESET);
    }

    @Test
    void believesOneCountOfACoarseCounter() {
        CounterRecorder recorder = new CounterRecorder(device(Provenance.MEASURED), 3_600, OptionalLong.empty(),
                OptionalDouble.of(100));
        readAt(recorder, 0, 5);
        readAt(recorder, 20, 6);
        readAt(recorder, 40, 8);

        assertThat(recorder.series().window(0, 40 * MILLI).joules()).hasValue(3_600);
    }

    @Test
    void neverWrapsACounterWithoutARange() {
        CounterRecorder recorder = new CounterRecorder(device(Provenance.MEASURED), 1e-3, OptionalLong.empty(),
                OptionalDouble.empty());
        readAt(recorder, 0, 1_000_000);
        readAt(recorder, 20, 0);
        readAt(recorder, 40, 1_000);

        EnergyReading reading = recorder.series().window(0, 40 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(1.0, within(1e-12));
        assertThat(reading.flags()).contains(EnergyFlag.RESET, EnergyFlag.PARTIAL);
    }

    @Test
    void keepsTheJoulesOfAGapAndFlagsIt() {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, 0);
        readAt(recorder, 20, 1_000_000);
        readAt(recorder, 81, 4_000_000);
        readAt(recorder, 101, 5_000_000);

        EnergyReading reading = recorder.series().window(0, 101 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(5.0, within(1e-12));
        assertThat(reading.flags()).containsExactlyInAnyOrder(EnergyFlag.GAP, EnergyFlag.PROVISIONAL);
        assertThat(recorder.series().window(0, 20 * MILLI).flags()).doesNotContain(EnergyFlag.GAP);
    }

    @Test
    void doesNotGuessHowOftenTheCounterPassedItsRangeInALongGap() {
        CounterRecorder recorder = powercap();
        long longEnoughMillis = (long) (RANGE * MICROJOULE / 100 * 1000) + 1;
        readAt(recorder, 0, 0);
        readAt(recorder, 20, 1_000_000);
        readAt(recorder, 20 + longEnoughMillis, 2_000_000);
        readAt(recorder, 40 + longEnoughMillis, 3_000_000);

        EnergyReading reading = recorder.series().window(0, (40 + longEnoughMillis) * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(2.0, within(1e-12));
        assertThat(reading.flags()).containsExactlyInAnyOrder(EnergyFlag.GAP, EnergyFlag.PARTIAL,
                EnergyFlag.PROVISIONAL);
    }

    @Test
    void leavesOutAReadingWhoseTimeStandsStillButNotItsJoules() {
        CounterRecorder recorder = powercap();
        readAt(recorder, 0, 0);
        readAt(recorder, 0, 1_000_000);
        readAt(recorder, 20, 2_000_000);

        assertThat(recorder.series().sampleCount()).isEqualTo(2);
        assertThat(recorder.series().window(0, 20 * MILLI).joules()).hasValueCloseTo(2.0, within(1e-12));
    }
}
