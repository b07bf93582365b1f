package dev.ipw.energy.internal;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class CountSeriesTests {
    private final CountSeries series = new CountSeries(100);

    @Test
    void growsEvenlyBetweenReadingsAndNotOutsideThem() {
        assertThat(series.between(0, 1_000)).isZero();
        series.record(100, 100, 5_000);
        series.record(200, 200, 5_040);
        series.record(400, 400, 5_140);

        assertThat(series.between(100, 400)).isEqualTo(140);
        assertThat(series.between(150, 300)).isCloseTo(20 + 50, within(1e-9));
        assertThat(series.between(0, 1_000)).isEqualTo(140);
        assertThat(series.firstNanos()).hasValue(100);
        assertThat(series.lastNanos()).hasValue(400);
    }

    @Test
    void addsNothingForAStepInWhichTheCounterStartedAnew() {
        series.record(100, 100, 5_000);
        series.record(200, 200, 10);
        series.record(300, 300, 30);

        assertThat(series.between(100, 300)).isEqualTo(20);
    }

    @Test
    void leavesOutAReadingWhoseTimeStandsStillAndMakesUpForIt() {
        series.record(100, 100, 0);
        series.record(100, 100, 50);
        series.record(200, 200, 70);

        assertThat(series.between(100, 200)).isEqualTo(70);
    }

    @Test
    void remembersWhyReadingsStoppedUntilThereIsOneAgain() {
        series.record(100, 100, 0);
        series.lost("gone");
        assertThat(series.lossReason()).contains("gone");
        series.record(200, 200, 1);
        assertThat(series.lossReason()).isEmpty();
    }

    @Test
    void thinsItsOlderHalfAndKeepsTheWholeExact() {
        CountSeries series = new CountSeries(20);
        series.keepAtMost(1 << 10);
        for (int i = 0; i < 100_000; i++) {
            series.record(20L * i, 20L * i, 7L * i);
            assertThat(series.sampleCount()).isLessThanOrEqualTo(1 << 10);
        }
        assertThat(series.between(0, 20L * 99_999)).isEqualTo(7.0 * 99_999);
        assertThat(series.between(20L * 50_000, 20L * 99_999)).isCloseTo(7.0 * 49_999, within(1e-6));
        assertThat(series.firstNanos()).hasValue(0);
        assertThat(series.lastNanos()).hasValue(20L * 99_999);
    }
}
