package dev.ipw.engine.quality;

import dev.ipw.quality.RunValidity.Delays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keep when this process stood still, the latest {@value #MOST} times. That is the last two minutes at the least, where
 * nothing but pauses follows each other; only a request that takes longer may then have been hit by one that is forgotten.
 */
final class PauseLog {
    private static final int MOST = 1 << 16;
    /** What piles up meanwhile takes a share of the pause to read: the one thread that reads does it at once. */
    private static final int SLACK_SHARE = 4;
    private static final long LONGEST_SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final long[] starts = new long[MOST];
    private final long[] ends = new long[MOST];
    private final ReentrantLock lock = new ReentrantLock();
    private final DurationHistogram durations = new DurationHistogram();
    private long added;
    private long totalNanos;

    /** Keeps a pause that is later than those before. */
    void add(long startNanos, long endNanos) {
        durations.add(endNanos - startNanos);
        lock.lock();
        try {
            int place = (int) (added++ % MOST);
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

    /** Returns how much of the time between two moments was pause. */
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
     * Returns how late a moment may have been noted: what it represents may have happened at any time since the pause
     * began in or right after which it was noted.
     *
     * @param moment     when it was noted
     * @param notBefore  when it cannot have happened yet
     * @param slackNanos how long after a short pause a thread that it held up may need; after a long one it is a
     *                   quarter of it, up to 20 ms
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

    /** Finds the first pause that ends at a moment or after it; the number of all if there is none. */
    private long firstEndingAfter(long moment) {
        long low = Math.max(0, added - MOST);
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
        return (int) (index % MOST);
    }
}
