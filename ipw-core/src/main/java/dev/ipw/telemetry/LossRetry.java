package dev.ipw.telemetry;

import java.util.concurrent.TimeUnit;

/**
 * Schedule retries of lost sensors: 100 ms after the loss, then after twice the pause each time, up to 5 s.
 * For the sampler's thread.
 */
final class LossRetry {
    static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private boolean lost;
    private long dueNanos;
    private long pauseNanos;

    /** Note a reading: whether it says of any sensor that it is lost. */
    void note(boolean anyLost, long nowNanos) {
        if (anyLost && !lost) {
            pauseNanos = FIRST_PAUSE_NANOS;
            dueNanos = nowNanos + pauseNanos;
        }
        lost = anyLost;
    }

    /** Return whether it is time to ask again; if so, the next time is after twice the pause. */
    boolean isDue(long nowNanos) {
        if (!lost || nowNanos - dueNanos < 0) {
            return false;
        }
        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
        dueNanos = nowNanos + pauseNanos;
        return true;
    }

    /** Return when it is time to ask again, should a sensor be lost. */
    long dueNanos() {
        return dueNanos;
    }
}
