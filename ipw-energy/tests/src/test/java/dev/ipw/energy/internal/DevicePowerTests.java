package dev.ipw.energy.internal;

import dev.ipw.statistics.Statistics;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.ipw.energy.internal.SeriesFixtures.MILLI;
import static dev.ipw.energy.internal.SeriesFixtures.jouleCounter;
import static dev.ipw.energy.internal.SeriesFixtures.readAt;
import static dev.ipw.energy.internal.SeriesFixtures.steady;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DevicePowerTests {
    private static DeviceSeries rising() {
        CounterRecorder recorder = jouleCounter();
        readAt(recorder, 0, 0);
        readAt(recorder, 20, 1);
        readAt(recorder, 40, 3);
        readAt(recorder, 60, 6);
        return recorder.series();
    }

    /** A second of 100 W and one of 200 W, read each 20 ms. */
    private static DeviceSeries stepUp() {
        CounterRecorder recorder = jouleCounter();
        for (int i = 0; i <= 100; i++) {
            readAt(recorder, 20L * i, 2L * Math.min(i, 50) + 4L * Math.max(0, i - 50));
        }
        return recorder.series();
    }

    @Test
    void givesThePowerOfTheIntervalsInAWindow() {
        Statistics watts = DevicePower.over(List.of(stepUp()), 0, 2000 * MILLI).orElseThrow();

        assertThat(watts.average()).isCloseTo(150, within(1e-9));
        assertThat(watts.minimum()).isCloseTo(100, within(5.0));
        assertThat(watts.maximum()).isCloseTo(200, within(5.0));
    }

    @Test
    void aWindowThatIsTooShortToTellIntervalsApartHasItsAverage() {
        Statistics watts = DevicePower.over(List.of(rising()), 0, 60 * MILLI).orElseThrow();

        assertThat(watts).isEqualTo(new Statistics(watts.average(), watts.average(), watts.average(), watts.average()));
        assertThat(watts.average()).isCloseTo(100, within(1e-9));
    }

    @Test
    void weighsTheAverageByTimeAtTheEdges() {
        Statistics watts = DevicePower.over(List.of(rising()), 10 * MILLI, 40 * MILLI).orElseThrow();

        assertThat(watts.average()).isCloseTo(2.5 / 0.03, within(1e-9));
    }

    @Test
    void addsDevices() {
        Statistics watts = DevicePower.over(List.of(stepUp(), steady(101, 2)), 0, 2000 * MILLI).orElseThrow();

        assertThat(watts.maximum()).isCloseTo(300, within(15.0));
        assertThat(watts.average()).isCloseTo(250, within(1e-9));
    }

    @Test
    void leavesOutAStepInWhichTheCounterStartedAnew() {
        CounterRecorder recorder = jouleCounter();
        readAt(recorder, 0, 100);
        readAt(recorder, 20, 101);
        readAt(recorder, 40, 0);
        readAt(recorder, 60, 1);

        Statistics watts = DevicePower.over(List.of(recorder.series()), 0, 60 * MILLI).orElseThrow();

        assertThat(watts.minimum()).isCloseTo(50, within(1e-9));
    }

    @Test
    void knowsNothingWithoutADeviceOrAStep() {
        assertThat(DevicePower.over(List.of(), 0, 1)).isEmpty();
        assertThat(DevicePower.over(List.of(rising()), 60 * MILLI, 90 * MILLI)).isEmpty();
    }
}
