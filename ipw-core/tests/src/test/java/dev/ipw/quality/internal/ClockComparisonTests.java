package dev.ipw.quality.internal;

import dev.ipw.quality.internal.Heartbeat.ClockComparison;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ClockComparisonTests {
    private final ClockComparison comparison = new ClockComparison();
    private long nanos = 1_000_000_000_000L;
    private double wallMillis = 1_700_000_000_000.0;

    private void pass(long millis, double wall) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        wallMillis += wall;
        comparison.look(nanos, Math.round(wallMillis), nanos + 200);
    }

    @Test
    void clocksThatKeepPaceDoNotJump() {
        for (int beat = 0; beat < 10_000; beat++) {
            // A time server slews by half a millisecond in a second; ten minutes are 300 ms.
            pass(60, 60.03);
        }
        assertThat(comparison.largestJumpSeconds()).isEmpty();
    }

    @Test
    void aMachineThatSleptIsSeenAsAJumpAhead() {
        pass(2, 2);
        pass(2, 2);
        pass(2, 30_002);
        pass(2, 2);
        assertThat(comparison.largestJumpSeconds().orElseThrow()).isCloseTo(30, within(0.01));
    }

    @Test
    void aClockThatIsSetBackIsSeenAndTheLargestJumpCounts() {
        pass(2, 2);
        pass(2, -98);
        pass(2, -4_998);
        pass(2, 102);
        assertThat(comparison.largestJumpSeconds().orElseThrow()).isCloseTo(-5, within(0.01));
    }

    @Test
    void aReaderThatWasHeldUpBetweenTheTwoClocksSaysNothing() {
        pass(2, 2);
        nanos += TimeUnit.MILLISECONDS.toNanos(2);
        comparison.look(nanos, Math.round(wallMillis + 2), nanos + TimeUnit.SECONDS.toNanos(1));
        assertThat(comparison.largestJumpSeconds()).isEmpty();
    }
}
