package dev.ipw.telemetry;

import java.util.Arrays;

/**
 * The last intervals and their median, which one interval that a busy machine prolonged does not move. One thread adds;
 * any thread reads. Adding allocates nothing.
 */
final class RecentMedian {
    private static final int KEPT = 15;
    private static final int MIN = 5;

    private final long[] nanos = new long[KEPT];
    private final long[] sorted = new long[KEPT];
    private int added;
    private volatile long median;

    void add(long interval) {
        nanos[added % KEPT] = interval;
        added++;
        if (isKnown()) {
            int known = Math.min(added, KEPT);
            System.arraycopy(nanos, 0, sorted, 0, known);
            Arrays.sort(sorted, 0, known);
            median = sorted[known / 2];
        }
    }

    /** Starts over. The last median stays valid meanwhile. */
    void restart() {
        added = 0;
    }

    /** Returns whether enough intervals were added since the last restart. */
    boolean isKnown() {
        return added >= MIN;
    }

    /** Returns the median of the last intervals; zero until there are enough. */
    long nanos() {
        return median;
    }
}
