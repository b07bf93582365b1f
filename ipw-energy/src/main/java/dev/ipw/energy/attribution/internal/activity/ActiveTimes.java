package dev.ipw.energy.attribution.internal.activity;

import java.util.Arrays;
import java.util.List;

/**
 * The times at which requests were served, without their other properties: 16 bytes each, so that the times with some,
 * or no, requests in flight can be computed for a million requests. The relation of ends to starts is not kept. For one
 * thread.
 */
public final class ActiveTimes {
    private static final int FIRST_ROOM = 1024;

    private long[] starts;
    private long[] ends;
    private int count;
    private boolean sorted = true;

    /** Creates an empty set of times. */
    public ActiveTimes() {
        this(FIRST_ROOM);
    }

    /**
     * Creates an empty set of times.
     *
     * @param expected the number of requests that it has room for
     */
    public ActiveTimes(int expected) {
        starts = new long[Math.max(expected, FIRST_ROOM)];
        ends = new long[starts.length];
    }

    /**
     * Returns the times of some requests.
     *
     * @param requests the requests, in any order
     * @return their times
     */
    public static ActiveTimes of(List<RequestActivity> requests) {
        ActiveTimes times = new ActiveTimes();
        requests.forEach(request -> times.add(request.startNanos(), request.endNanos()));
        return times;
    }

    /**
     * Adds a request.
     *
     * @param startNanos the time at which it was sent
     * @param endNanos   the time at which it ended; not before its start
     */
    public void add(long startNanos, long endNanos) {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("A request cannot end before it starts");
        }
        if (count == starts.length) {
            // Half as much again: twice the room of a million would be more than all other data of them.
            int room = count + (count >> 1);
            starts = Arrays.copyOf(starts, room);
            ends = Arrays.copyOf(ends, room);
        }
        starts[count] = startNanos;
        ends[count++] = endNanos;
        sorted = false;
    }

    /**
     * Returns these times with others.
     *
     * @param others the times of other work
     * @return both together; this object itself if there are no others
     */
    public ActiveTimes with(ActiveTimes others) {
        if (others.count == 0) {
            return this;
        }
        ActiveTimes both = new ActiveTimes();
        both.starts = joined(starts, count, others.starts, others.count);
        both.ends = joined(ends, count, others.ends, others.count);
        both.count = count + others.count;
        both.sorted = false;
        return both;
    }

    private static long[] joined(long[] some, int count, long[] others, int otherCount) {
        long[] both = Arrays.copyOf(some, count + otherCount);
        System.arraycopy(others, 0, both, count, otherCount);
        return both;
    }

    /**
     * Counts the requests.
     *
     * @return the number of requests
     */
    public int size() {
        return count;
    }

    /**
     * Returns a start by its rank.
     *
     * @param rank the number of starts before it
     * @return nanoseconds
     */
    public long start(int rank) {
        sort();
        return starts[rank];
    }

    /**
     * Returns an end by its rank.
     *
     * @param rank the number of ends before it
     * @return nanoseconds
     */
    public long end(int rank) {
        sort();
        return ends[rank];
    }

    /**
     * Counts the requests that start before a moment.
     *
     * @param nanos the moment
     * @return the number of requests
     */
    public int startsBefore(long nanos) {
        sort();
        return before(starts, nanos);
    }

    /**
     * Counts the requests that end before a moment.
     *
     * @param nanos the moment
     * @return the number of requests
     */
    public int endsBefore(long nanos) {
        sort();
        return before(ends, nanos);
    }

    private int before(long[] sortedTimes, long nanos) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sortedTimes[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void sort() {
        if (!sorted) {
            Arrays.sort(starts, 0, count);
            Arrays.sort(ends, 0, count);
            sorted = true;
        }
    }
}
