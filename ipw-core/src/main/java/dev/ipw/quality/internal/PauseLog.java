package dev.ipw.quality.internal;

import dev.ipw.quality.RunValidity.Delays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The times of the pauses of this process, the latest {@value #MAX} of them. This covers at least the last two
 * minutes, even if pauses follow each other without a break; only a longer request may have met a pause that was
 * dropped.
 */
final class PauseLog {
    private static final int MAX = 1 << 16;
    /** Reading the data that queued up during a pause takes the pause divided by this: one thread reads all of it. */
    private static final int SLACK_SHARE = 4;
    private static final long LONGEST_SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final long[] starts = new long[MAX];
    private final long[] ends = new long[MAX];
    private final ReentrantLock lock = new ReentrantLock();
    private final DurationHistogram durations = new DurationHistogram();
    private long added;
    private long totalNanos;

    /** Adds a pause, which is later than those before. */
    void add(long startNanos, long endNanos) {
        durations.add(endNanos - startNanos);
        lock.lock();
        try {
            int place = (int) (added++ % MAX);
            starts[place] = startNanos;
            ends[place] = endNanos;
            totalNanos += endNanos - startNanos;
        } finally {
            lock.unlock();
        }
    }

    Delays durations() {
        return durations.delays();
    }

    long totalNanos() {
        lock.lock();
        try {
            return totalNanos;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the time of pauses between two moments. */
    long overlapNanos(long fromNanos, long toNanos) {
        lock.lock();
        try {
            long overlap = 0;
            for (long index = firstEndingAfter(fromNanos); index < added
                    && starts[place(index)] - toNanos < 0; index++) {
                long from = Math.max(starts[place(index)] - fromNanos, 0);
                long to = Math.min(ends[place(index)] - fromNanos, toNanos - fromNanos);
                overlap += Math.max(0, to - from);
            }
            return overlap;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the possible delay of a recorded moment: the event may have happened at any time since the start of the
     * pause during which, or right after which, it was recorded.
     *
     * @param moment     the recorded moment
     * @param notBefore  the earliest possible moment of the event
     * @param slackNanos the time that a stalled thread may need after a short pause; after a long one it is a quarter
     *                   of the pause, up to 20 ms
     */
    long delayNanos(long moment, long notBefore, long slackNanos) {
        lock.lock();
        try {
            long index = firstEndingAfter(moment - Math.max(slackNanos, LONGEST_SLACK_NANOS));
            while (index < added && moment - ends[place(index)] > slackNanos(index, slackNanos)) {
                index++;
            }
            if (index == added || starts[place(index)] - moment > 0) {
                return 0;
            }
            long end = Math.min(0, ends[place(index)] - moment);
            long start = Math.max(starts[place(index)] - moment, notBefore - moment);
            return Math.max(0, end - start);
        } finally {
            lock.unlock();
        }
    }

    private long slackNanos(long index, long leastNanos) {
        long pauseNanos = ends[place(index)] - starts[place(index)];
        return Math.max(leastNanos, Math.min(pauseNanos / SLACK_SHARE, LONGEST_SLACK_NANOS));
    }

    /**
     * Returns the index of the first pause that ends at or after a moment; the number of all pauses if there is none.
     */
    private long firstEndingAfter(long moment) {
        long low = Math.max(0, added - MAX);
        long high = added;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (ends[place(middle)] - moment < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int place(long index) {
        return (int) (index % MAX);
    }
}
