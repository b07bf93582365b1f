package dev.ipw.energy;

import org.junit.jupiter.api.Test;

import static dev.ipw.energy.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class GaugeSeriesTests {
    private final GaugeSeries series = new GaugeSeries(100 * MILLI);

    private void readAt(long millis, double value) {
        series.record(millis * MILLI, millis * MILLI, value);
    }

    @Test
    void sumsUpTheValuesThatStoodInAWindow() {
        readAt(0, 10);
        readAt(100, 20);
        readAt(200, 60);
        readAt(300, 90);

        SampleStatistics statistics = series.statistics(50 * MILLI, 250 * MILLI).orElseThrow();

        assertThat(statistics.average()).isCloseTo(30, within(1e-12));
        assertThat(statistics.median()).isEqualTo(20);
        assertThat(statistics.minimum()).isEqualTo(10);
        assertThat(statistics.maximum()).isEqualTo(60);
    }

    @Test
    void answersForAWindowBetweenTwoReadings() {
        readAt(0, 10);
        readAt(100, 20);
        assertThat(series.statistics(40 * MILLI, 60 * MILLI).orElseThrow().average()).isEqualTo(10);
    }

    @Test
    void letsAValueStandForThreePeriodsAndNoLonger() {
        readAt(0, 10);
        assertThat(series.valueAt(300 * MILLI)).hasValue(10);
        assertThat(series.valueAt(301 * MILLI)).isEmpty();
        assertThat(series.valueAt(-1)).isEmpty();
        assertThat(series.statistics(400 * MILLI, 500 * MILLI)).isEmpty();
    }

    @Test
    void leavesOutWhatIsNotFinite() {
        readAt(0, Double.NaN);
        assertThat(series.valueAt(0)).isEmpty();
    }
}
