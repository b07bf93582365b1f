package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.remote.Exposition.ServedTime;

/**
 * The offset of another machine's wall clock from {@link System#nanoTime()} here, bounded by the dates of its answers:
 * each was written between request and answer, in the second that it names, or in the next one by a server that renews
 * the date once a second. All answers together bound it to about a second. Bounds grow with time, because clocks drift,
 * and start anew when answers contradict each other, because a clock was set.
 */
final class RemoteClock {
    /** The time after the second that a date names by which a server may still send it. */
    private static final long DATE_NANOS = 2_000_000_000;
    private static final long MILLISECOND_NANOS = 1_000_000;
    private static final double DRIFT = 2e-4;

    private boolean known;
    private long lowNanos;
    private long highNanos;
    private long seenNanos;

    /** Takes an answer into account; one without a date changes nothing. */
    void saw(ServedTime served) {
        if (served.dateEpochNanos().isEmpty()) {
            return;
        }
        long date = served.dateEpochNanos().getAsLong();
        bound(served.beforeNanos() - date - DATE_NANOS, served.afterNanos() - date, served.afterNanos());
    }

    /** Takes an answer into account that tells the other clock's time to the millisecond. */
    void saw(long beforeNanos, long afterNanos, long epochNanos) {
        bound(beforeNanos - epochNanos - MILLISECOND_NANOS, afterNanos - epochNanos, afterNanos);
    }

    private void bound(long low, long high, long afterNanos) {
        long drift = known ? Math.round((afterNanos - seenNanos) * DRIFT) : 0;
        boolean agrees = known && low <= highNanos + drift && high >= lowNanos - drift;
        lowNanos = agrees ? Math.max(low, lowNanos - drift) : low;
        highNanos = agrees ? Math.min(high, highNanos + drift) : high;
        seenNanos = afterNanos;
        known = true;
    }

    /** Returns whether an answer had a date. */
    boolean isKnown() {
        return known;
    }

    /** Returns the earliest moment here at which the other clock may have shown a time. */
    long earliestNanos(long epochNanos) {
        return epochNanos + lowNanos;
    }

    /** Returns the latest moment here at which the other clock may have shown a time. */
    long latestNanos(long epochNanos) {
        return epochNanos + highNanos;
    }
}
