package dev.ipw.energy;

import org.apiguardian.api.API;

/**
 * An interval on the clock of a series.
 *
 * @param startNanos its start, in nanoseconds
 * @param endNanos   its end, in nanoseconds; not before its start
 */
@API(status = API.Status.EXPERIMENTAL)
public record TimeSpan(long startNanos, long endNanos) {
    /** Checks the order of the edges. */
    public TimeSpan {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException(
                    "A span of time cannot end " + (startNanos - endNanos) + " ns before it starts");
        }
    }

    /**
     * Returns whether another span lies in this one.
     *
     * @param other the other span
     * @return true if neither of its edges lies outside
     */
    public boolean contains(TimeSpan other) {
        return startNanos <= other.startNanos && other.endNanos <= endNanos;
    }

    /**
     * Returns the length.
     *
     * @return nanoseconds from start to end
     */
    public long nanos() {
        return endNanos - startNanos;
    }
}
