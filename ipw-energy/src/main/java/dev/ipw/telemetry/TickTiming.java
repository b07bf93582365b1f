package dev.ipw.telemetry;

import java.util.concurrent.TimeUnit;

/**
 * The timing of each tick of a source, live and from disk alike: the planned time since the tick before it, and whether
 * it came late.
 */
final class TickTiming {
    private static final long MIN_TOLERATED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    // A request over the network takes milliseconds, which do not matter to a source that is read each second.
    private static final int TOLERATED_PART_OF_A_PERIOD = 4;
    // With a longer step the source rests, and a tick after a rest must be as short as any other.
    private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final long periodNanos;
    private final long toleratedNanos;
    private boolean begun;
    private long previousNanos;

    /**
     * Prepares to judge ticks.
     *
     * @param periodNanos the time that should lie between ticks without a known plan, in nanoseconds
     */
    TickTiming(long periodNanos) {
        this.periodNanos = periodNanos;
        toleratedNanos = Math.max(MIN_TOLERATED_NANOS, periodNanos / TOLERATED_PART_OF_A_PERIOD);
    }

    void judge(long beforeNanos, long afterNanos, Tick tick) {
        boolean planned = begun && tick.isPlanned();
        long stepNanos = planned ? tick.dueNanos() - previousNanos : periodNanos;
        long longest = Math.max(toleratedNanos,
                Math.min(stepNanos, LONGEST_STEP_NANOS) / TOLERATED_PART_OF_A_PERIOD);
        boolean late = afterNanos - beforeNanos > longest
                || (planned && beforeNanos - tick.dueNanos() > Math.max(toleratedNanos, stepNanos / 2));
        tick.judged(stepNanos, late);
        previousNanos = beforeNanos;
        begun = true;
    }
}
