package dev.ipw.energy.internal;

import org.junit.jupiter.api.Test;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
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
    void letsAValueStandForThreeSecondsAndNoLonger() {
        readAt(0, 10);
        assertThat(series.valueAt(3_000 * MILLI)).hasValue(10);
        assertThat(series.valueAt(3_001 * MILLI)).isEmpty();
        assertThat(series.valueAt(-1)).isEmpty();
        assertThat(series.momentsWithin(4_000 * MILLI, 5_000 * MILLI)).isEmpty();
        assertThat(new GaugeSeries(2_000 * MILLI).valueAt(0)).isEmpty();
    }

    @Test
    void letsAValueOfASlowSensorStandForThreePeriods() {
        GaugeSeries slow = new GaugeSeries(10_000 * MILLI);
        slow.record(0, 0, 10);
        assertThat(slow.valueAt(30_000 * MILLI)).hasValue(10);
        assertThat(slow.valueAt(30_001 * MILLI)).isEmpty();
    }

    @Test
    void endsAValueWithTheLossOfItsSensor() {
        readAt(0, 10);
        series.lost(100 * MILLI, 100 * MILLI, "unplugged");
        series.lost(200 * MILLI, 200 * MILLI, "unplugged");
        readAt(300, 30);
        series.lost(400 * MILLI, 400 * MILLI, "unplugged again");

        assertThat(series.valueAt(99 * MILLI)).hasValue(10);
        assertThat(series.valueAt(100 * MILLI)).isEmpty();
        assertThat(series.valueAt(300 * MILLI)).hasValue(30);
        assertThat(series.momentsWithin(50 * MILLI, 500 * MILLI)).containsExactly(50 * MILLI, 300 * MILLI);
        assertThat(series.lossReason()).contains("unplugged again");
    }

    @Test
    void thinsItsOlderHalfToStayWithinItsBound() {
        series.keepAtMost(1 << 10);
        for (int i = 0; i < 100_000; i++) {
            readAt(i, i);
        }
        assertThat(series.sampleCount()).isLessThanOrEqualTo(1 << 10);
        assertThat(series.valueAt(99_999 * MILLI)).hasValue(99_999);
        assertThat(series.valueAt(0)).hasValue(0);
    }

    @Test
    void leavesOutWhatIsNotFinite() {
        readAt(0, Double.NaN);
        assertThat(series.valueAt(0)).isEmpty();
    }
}
