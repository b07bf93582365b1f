package dev.ipw.telemetry;

import java.util.concurrent.TimeUnit;

/**
 * Judge the time of each tick of a source, live and from disk alike: how long after the tick before it was planned, and
 * whether it came late.
 */
final class TickTiming {
    private static final long TOLERATED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long periodNanos;
    private boolean begun;
    private long previousNanos;

    /**
     * Prepare to judge.
     *
     * @param periodNanos how far ticks of which no plan is known should lie apart
     */
    TickTiming(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    void judge(long beforeNanos, long afterNanos, Tick tick) {
        boolean planned = begun && tick.isPlanned();
        long stepNanos = planned ? tick.dueNanos() - previousNanos : periodNanos;
        boolean late = afterNanos - beforeNanos > TOLERATED_NANOS
                || (planned && beforeNanos - tick.dueNanos() > Math.max(TOLERATED_NANOS, stepNanos / 2));
        tick.judged(stepNanos, late);
        previousNanos = beforeNanos;
        begun = true;
    }
}
