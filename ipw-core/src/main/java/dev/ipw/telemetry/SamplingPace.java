package dev.ipw.telemetry;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Choose the time from one tick of a source to the next: five ticks in each step of its fastest counter while something is
 * measured, and one tick a second otherwise. Where a tick takes long, as where a driver waits for the device's firmware
 * with a busy processor, there are fewer in a step, two at least.
 */
final class SamplingPace {
    private static final long RESTING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SLOWEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int TICKS_IN_A_STEP = 5;
    private static final int FEWEST_TICKS_IN_A_STEP = 2;
    // A source may be read for a fiftieth of the time before it is read less often.
    private static final int UNDISTURBED_PART = 50;
    // A period that is only a fifth better is not worth observing the counter anew.
    private static final int WORTHWHILE = 5;

    private final long shortestNanos;
    private final boolean adapts;
    private final long restingNanos;
    private volatile long fullNanos;
    private long ditherState;

    SamplingPace(Duration period, Duration shortest, long seed) {
        shortestNanos = shortest.toNanos();
        fullNanos = Math.max(period.toNanos(), shortestNanos);
        adapts = shortest.compareTo(period) < 0;
        restingNanos = Math.max(RESTING_NANOS, fullNanos);
        ditherState = seed | 1;
    }

    /** Return the mean time between two ticks while something is measured. */
    long fullNanos() {
        return fullNanos;
    }

    /** Return whether the source is read less often while nothing is measured. */
    boolean canRest() {
        return fullNanos < restingNanos;
    }

    /**
     * Choose the period by how often the fastest counter moves, and by how long a tick takes.
     *
     * @return true if the period has changed
     */
    boolean adaptTo(long updateNanos, long tickNanos) {
        long often = Math.clamp(updateNanos / TICKS_IN_A_STEP, shortestNanos, Math.max(SLOWEST_NANOS, shortestNanos));
        long seldom = Math.max(often, updateNanos / FEWEST_TICKS_IN_A_STEP);
        long best = Math.clamp(tickNanos * UNDISTURBED_PART, often, seldom);
        if (!adapts || Math.abs(best - fullNanos) <= fullNanos / WORTHWHILE) {
            return false;
        }
        fullNanos = best;
        return true;
    }

    /** Vary the period by a tenth either way, so that a load with a rhythm of its own does not always meet the same phase. */
    long nextStepNanos(boolean full) {
        long nanos = full ? fullNanos : restingNanos;
        ditherState ^= ditherState << 13;
        ditherState ^= ditherState >>> 7;
        ditherState ^= ditherState << 17;
        return nanos - nanos / 10 + Math.floorMod(ditherState, nanos / 5 + 1);
    }
}
