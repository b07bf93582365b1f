package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import org.junit.jupiter.api.Test;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class CpuEstimateTests {
    private static final long SECOND = 1_000 * MILLI;

    @Test
    void addsIdlePowerOfAllProcessorsAndActivePowerOfBusyTime() {
        assertThat(new CpuEstimate(0.5, 4).joules(10, 8, 20)).isCloseTo(10 * 8 * 0.5 + 20 * 3.5, within(1e-12));
    }

    @Test
    void boundsLieAroundTheNominalFigureFromIdleToFullLoad() {
        for (double busyShare = 0; busyShare <= 1; busyShare += 0.05) {
            double nominal = CpuEstimate.NOMINAL.joules(1, 16, 16 * busyShare);
            assertThat(CpuEstimate.LOWEST.joules(1, 16, 16 * busyShare)).isLessThan(nominal);
            assertThat(CpuEstimate.HIGHEST.joules(1, 16, 16 * busyShare)).isGreaterThan(nominal);
        }
    }

    @Test
    void refusesAProcessorThatSavesPowerByWorking() {
        assertThatThrownBy(() -> new CpuEstimate(2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void labelsASeriesAsEstimatedWithTheBoundsOfTheConstants() {
        CpuEstimateRecorder recorder = new CpuEstimateRecorder("cpu", "/proc/stat", SECOND / 10);
        for (int i = 0; i <= 20; i++) {
            recorder.record(i * SECOND / 10, i * SECOND / 10, SECOND / 10, false, 7 * SECOND + 2 * SECOND / 10 * i, 4);
        }

        EnergyReading reading = recorder.series().window(0, 2 * SECOND);

        assertThat(reading.joules()).hasValueCloseTo(CpuEstimate.NOMINAL.joules(2, 4, 4), within(1e-9));
        assertThat(reading.lower()).hasValueCloseTo(CpuEstimate.LOWEST.joules(2, 4, 4), within(1e-9));
        assertThat(reading.upper()).hasValueCloseTo(CpuEstimate.HIGHEST.joules(2, 4, 4), within(1e-9));
        assertThat(reading.provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(reading.source()).isEqualTo("estimate from CPU time (/proc/stat)");
        assertThat(reading.scopeLabel()).isEqualTo("package");
    }

    @Test
    void holdsBusyTimeWithinWhatTheProcessorsHave() {
        CpuEstimateRecorder recorder = new CpuEstimateRecorder("cpu", "/proc/stat", SECOND);
        recorder.record(0, 0, SECOND, false, 10 * SECOND, 2);
        recorder.record(SECOND, SECOND, SECOND, false, 100 * SECOND, 2);
        recorder.record(2 * SECOND, 2 * SECOND, SECOND, false, 50 * SECOND, 2);

        assertThat(recorder.series().window(0, SECOND).joules())
                .hasValueCloseTo(CpuEstimate.NOMINAL.joules(1, 2, 2), within(1e-9));
        assertThat(recorder.series().window(SECOND, 2 * SECOND).joules())
                .hasValueCloseTo(CpuEstimate.NOMINAL.joules(1, 2, 0), within(1e-9));
    }
}
