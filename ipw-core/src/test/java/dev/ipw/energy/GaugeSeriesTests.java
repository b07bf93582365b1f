package dev.ipw.energy;

import org.junit.jupiter.api.Test;

import static dev.ipw.energy.SeriesFixtures.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

class GaugeSeriesTests {
    private final GaugeSeries series = new GaugeSeries(100 * MILLI);

    private void readAt(long millis, double value) {
        series.record(millis * MILLI, millis * MILLI, value);
    }

    @Test
    void givesTheValuesThatStoodInAWindow() {
        readAt(0, 10);
        readAt(100, 20);
        readAt(200, 60);
        readAt(300, 90);

        assertThat(series.momentsWithin(50 * MILLI, 250 * MILLI)).containsExactly(50 * MILLI, 100 * MILLI, 200 * MILLI);
        assertThat(series.valueAt(50 * MILLI)).hasValue(10);
        assertThat(series.valueAt(200 * MILLI)).hasValue(60);
    }

    @Test
    void letsAValueStandForThreePeriodsAndNoLonger() {
        readAt(0, 10);
        assertThat(series.valueAt(300 * MILLI)).hasValue(10);
        assertThat(series.valueAt(301 * MILLI)).isEmpty();
        assertThat(series.valueAt(-1)).isEmpty();
        assertThat(series.momentsWithin(400 * MILLI, 500 * MILLI)).isEmpty();
    }

    @Test
    void leavesOutWhatIsNotFinite() {
        readAt(0, Double.NaN);
        assertThat(series.valueAt(0)).isEmpty();
    }
}
