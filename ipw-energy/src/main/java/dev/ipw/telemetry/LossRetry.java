package dev.ipw.telemetry;

import java.util.concurrent.TimeUnit;

/**
 * The schedule of retries of lost sensors: 100 ms after the loss, then after twice the pause each time, up to 5 s. For
 * use by the sampler's thread only.
 */
final class LossRetry {
    static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private boolean lost;
    private long dueNanos;
    private long pauseNanos;

    /** Records whether a reading reported any sensor as lost. */
    void note(boolean anyLost, long nowNanos) {
        if (anyLost && !lost) {
            pauseNanos = FIRST_PAUSE_NANOS;
            dueNanos = nowNanos + pauseNanos;
        }
        lost = anyLost;
    }

    /** Returns whether a retry is due; if so, the next one is due after twice the pause. */
    boolean isDue(long nowNanos) {
        if (!lost || nowNanos - dueNanos < 0) {
            return false;
        }
        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
        dueNanos = nowNanos + pauseNanos;
        return true;
    }

    /** Returns the time of the next retry, if a sensor is lost. */
    long dueNanos() {
        return dueNanos;
    }
}
