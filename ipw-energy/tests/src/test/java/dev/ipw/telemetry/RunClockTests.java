package dev.ipw.telemetry;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The wall clock jumps between a run and the process that goes on with it. */
class RunClockTests {
    @ParameterizedTest
    @ValueSource(longs = {-365, -1, 0, 1, 365})
    void aResumedRunGoesOnBehindWhatIsKnownHoweverTheWallClockJumped(long days) {
        RunClock now = RunClock.start();
        RunClock begun = new RunClock(77, now.epochAnchorNanos() - TimeUnit.DAYS.toNanos(days));
        long lastNanos = TimeUnit.MINUTES.toNanos(10);

        RunClock resumed = begun.resumed(lastNanos);

        long moment = System.nanoTime();
        assertThat(resumed.sinceAnchor(moment)).isGreaterThanOrEqualTo(lastNanos + TimeUnit.SECONDS.toNanos(1));
        assertThat(resumed.epochAnchorNanos()).isEqualTo(begun.epochAnchorNanos());
    }
}
