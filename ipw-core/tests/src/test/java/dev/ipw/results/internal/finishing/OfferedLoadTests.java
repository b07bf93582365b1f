package dev.ipw.results.internal.finishing;

import dev.ipw.energy.TimeSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class OfferedLoadTests {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void countsDistancesAndNotTheTimeInWhichTheLastAnswersCame() {
        OfferedLoad load = new OfferedLoad(List.of(new TimeSpan(0, 100 * SECOND)));
        // They come in the order in which they ended.
        for (long second : new long[]{2, 0, 10, 7, 4}) {
            load.add(second * SECOND);
        }

        assertThat(load.perSecond().orElseThrow()).isCloseTo(4 / 10.0, within(1e-12));
    }

    @Test
    void leavesOutTheTimeBetweenTheWindowsOfARunThatWasResumed() {
        OfferedLoad load = new OfferedLoad(
                List.of(new TimeSpan(0, 10 * SECOND), new TimeSpan(1000 * SECOND, 1010 * SECOND)));
        for (long second : new long[]{0, 5, 10, 1000, 1004, 1010}) {
            load.add(second * SECOND);
        }

        assertThat(load.perSecond().orElseThrow()).isCloseTo(4 / 20.0, within(1e-12));
    }

    @Test
    void knowsNothingOfASingleRequestOrOfSeveralAtOnce() {
        OfferedLoad load = new OfferedLoad(List.of(new TimeSpan(0, SECOND)));
        load.add(0);
        assertThat(load.perSecond()).isEmpty();
        load.add(0);
        assertThat(load.perSecond()).isEmpty();
    }
}
