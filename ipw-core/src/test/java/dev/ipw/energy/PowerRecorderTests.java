package dev.ipw.energy;

import org.junit.jupiter.api.Test;

import static dev.ipw.energy.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class PowerRecorderTests {
    private final PowerRecorder recorder = new PowerRecorder(SeriesFixtures.device(Provenance.INTEGRATED));

    private void readAt(long millis, double watts) {
        recorder.record(millis * MILLI, millis * MILLI, watts);
    }

    @Test
    void integratesByTheTrapezoidRule() {
        readAt(0, 100);
        readAt(20, 200);
        readAt(40, 200);

        EnergyReading reading = recorder.series().window(0, 40 * MILLI);

        assertThat(reading.joules()).hasValueCloseTo(7.0, within(1e-12));
        assertThat(reading.provenance()).isEqualTo(Provenance.INTEGRATED);
    }

    @Test
    void integratesASineWithinAThousandth() {
        for (int i = 0; i <= 500; i++) {
            readAt(20L * i, 200 + 100 * Math.sin(i * 0.02 * 2 * Math.PI));
        }
        assertThat(recorder.series().window(0, 10_000 * MILLI).joules()).hasValueCloseTo(2000.0, within(2.0));
    }

    @Test
    void leavesOutWhatIsNoPower() {
        readAt(0, 100);
        readAt(10, Double.NaN);
        readAt(15, -1);
        readAt(20, 100);
        assertThat(recorder.series().sampleCount()).isEqualTo(2);
        assertThat(recorder.series().window(0, 20 * MILLI).joules()).hasValueCloseTo(2.0, within(1e-12));
    }

    @Test
    void bridgesAShortGapAndNotALongOne() {
        readAt(0, 100);
        readAt(1_000, 100);
        readAt(12_000, 100);
        readAt(12_020, 100);

        EnergyReading bridged = recorder.series().window(0, 1_000 * MILLI);
        EnergyReading all = recorder.series().window(0, 12_020 * MILLI);

        assertThat(bridged.joules()).hasValueCloseTo(100.0, within(1e-9));
        assertThat(bridged.flags()).contains(EnergyFlag.GAP).doesNotContain(EnergyFlag.PARTIAL);
        assertThat(all.joules()).hasValueCloseTo(102.0, within(1e-9));
        assertThat(all.flags()).contains(EnergyFlag.GAP, EnergyFlag.PARTIAL);
        assertThat(recorder.series().window(2_000 * MILLI, 3_000 * MILLI).isAvailable()).isFalse();
    }

    @Test
    void boundsHoldWhereverPowerJumpsBetweenTwoReadings() {
        for (int reading = 0; reading < 10; reading++) {
            readAt(reading * 1000L, reading < 5 ? 100 : 300);
        }

        EnergyReading reading = recorder.series().window(0, 9000 * MILLI);

        // It jumps somewhere between the fifth reading and the sixth.
        assertThat(reading.joules()).hasValueCloseTo(400.0 + 200 + 1200, within(1e-9));
        assertThat(reading.lower()).hasValueCloseTo(400.0 + 100 + 1200, within(1e-9));
        assertThat(reading.upper()).hasValueCloseTo(400.0 + 300 + 1200, within(1e-9));
    }
}
