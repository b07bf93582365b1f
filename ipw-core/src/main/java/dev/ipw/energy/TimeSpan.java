package dev.ipw.energy;

/**
 * Mark an interval on the clock of a series.
 *
 * @param startNanos when it begins, in nanoseconds
 * @param endNanos   when it ends, in nanoseconds; not before its start
 */
public record TimeSpan(long startNanos, long endNanos) {
    /** Check the order of the edges. */
    public TimeSpan {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException(
                    "A span of time cannot end " + (startNanos - endNanos) + " ns before it starts");
        }
    }

    /**
     * Return whether another span lies in this one.
     *
     * @param other the other span
     * @return true if neither of its edges lies outside
     */
    public boolean contains(TimeSpan other) {
        return startNanos <= other.startNanos && other.endNanos <= endNanos;
    }

    /**
     * Return the length.
     *
     * @return nanoseconds from start to end
     */
    public long nanos() {
        return endNanos - startNanos;
    }
}
