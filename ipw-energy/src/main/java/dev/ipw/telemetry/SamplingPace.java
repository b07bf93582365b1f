package dev.ipw.telemetry;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time from one tick of a source to the next: five ticks in each step of its fastest counter during a measurement,
 * and one tick a second otherwise. Where a tick takes long, for example because a driver waits for the device's
 * firmware with a busy processor, a step has fewer ticks, but at least two.
 */
final class SamplingPace {
    private static final long RESTING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SLOWEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int TICKS_IN_A_STEP = 5;
    private static final int MIN_TICKS_PER_STEP = 2;
    // Reading may take up to a fiftieth of the time before the source is read less often.
    private static final int UNDISTURBED_PART = 50;
    // A period that is only a fifth better does not justify observing the counter again from the start.
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

    /** Returns the mean time between two ticks during a measurement. */
    long fullNanos() {
        return fullNanos;
    }

    /** Returns whether the source is read less often while nothing is measured. */
    boolean canRest() {
        return fullNanos < restingNanos;
    }

    /**
     * Chooses the period by the update period of the fastest counter, and by the duration of a tick.
     *
     * @return true if the period has changed
     */
    boolean adaptTo(long updateNanos, long tickNanos) {
        long often = Math.clamp(updateNanos / TICKS_IN_A_STEP, shortestNanos, Math.max(SLOWEST_NANOS, shortestNanos));
        long seldom = Math.max(often, updateNanos / MIN_TICKS_PER_STEP);
        long best = Math.clamp(tickNanos * UNDISTURBED_PART, often, seldom);
        if (!adapts || Math.abs(best - fullNanos) <= fullNanos / WORTHWHILE) {
            return false;
        }
        fullNanos = best;
        return true;
    }

    /**
     * Returns the time to the next tick: the period, varied by a tenth either way, so that a load with a rhythm of its
     * own does not always meet the same phase.
     */
    long nextStepNanos(boolean full) {
        long nanos = full ? fullNanos : restingNanos;
        ditherState ^= ditherState << 13;
        ditherState ^= ditherState >>> 7;
        ditherState ^= ditherState << 17;
        return nanos - nanos / 10 + Math.floorMod(ditherState, nanos / 5 + 1);
    }
}
