package dev.ipw.engine.attribution;

import java.util.Arrays;
import java.util.List;

/**
 * Hold when requests were served, and nothing else of them: 16 bytes each, so that it can be asked of a million of them
 * when some, or none, were in flight. Which end belongs to which start is not kept. For one thread.
 */
public final class ActiveTimes {
    private static final int FIRST_ROOM = 1024;

    private long[] starts = new long[FIRST_ROOM];
    private long[] ends = new long[FIRST_ROOM];
    private int count;
    private boolean sorted = true;

    /** Holds none. */
    public ActiveTimes() {}

    /**
     * Holds those of some requests.
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
     * @param startNanos when it was sent
     * @param endNanos   when it ended; not before its start
     */
    public void add(long startNanos, long endNanos) {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("A request cannot end before it starts");
        }
        if (count == starts.length) {
            // Half as much again: twice the room of a million is more than what else is held of them.
            int room = count + (count >> 1);
            starts = Arrays.copyOf(starts, room);
            ends = Arrays.copyOf(ends, room);
        }
        starts[count] = startNanos;
        ends[count++] = endNanos;
        sorted = false;
    }

    /**
     * Joins with others.
     *
     * @param others when something else was done
     * @return both together; this itself if there are no others
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
     * @return how many there are
     */
    public int size() {
        return count;
    }

    /**
     * Returns a start.
     *
     * @param rank how many start before it
     * @return nanoseconds
     */
    public long start(int rank) {
        sort();
        return starts[rank];
    }

    /**
     * Returns an end.
     *
     * @param rank how many end before it
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
     * @return how many do
     */
    public int startsBefore(long nanos) {
        sort();
        return before(starts, nanos);
    }

    /**
     * Counts the requests that end before a moment.
     *
     * @param nanos the moment
     * @return how many do
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
