package dev.ipw.analysis.internal;

import java.util.Arrays;

/**
 * Sums of queries over time, each query spread evenly over the time in which it was served. The cells of time start at
 * a millisecond and double whenever a query ends after the last of them, so that memory is bounded.
 */
final class SpreadSums {
    private static final int CELLS = 4096;
    private static final long FIRST_CELL_NANOS = 1_000_000;

    private static final double SHARED = 0.05;
    private static final double NANOS = 1e9;

    private final double[][] cells;
    private final double[] inFlightNanos = new double[CELLS];
    private long cellNanos = FIRST_CELL_NANOS;
    private long firstNanos = Long.MAX_VALUE;
    private long lastStartNanos;
    private long lastNanos;

    /** Creates empty sums of a number of kinds. */
    SpreadSums(int kinds) {
        cells = new double[kinds][CELLS];
    }

    /**
     * Adds a query.
     *
     * @param startNanos its start, since the run's anchor
     * @param endNanos   its end
     * @param amounts    its contribution to each sum
     */
    void add(long startNanos, long endNanos, double[] amounts) {
        long start = Math.max(0, startNanos);
        long end = Math.max(start, endNanos);
        while (end / cellNanos >= CELLS) {
            joinNeighbours();
        }
        firstNanos = Math.min(firstNanos, start);
        lastStartNanos = Math.max(lastStartNanos, start);
        lastNanos = Math.max(lastNanos, end);
        int last = (int) (end / cellNanos);
        for (int cell = (int) (start / cellNanos); cell <= last; cell++) {
            double nanos = Math.min(end, (cell + 1) * cellNanos) - Math.max(start, cell * cellNanos);
            double share = end > start ? nanos / (end - start) : 1;
            inFlightNanos[cell] += nanos;
            for (int kind = 0; kind < amounts.length; kind++) {
                cells[kind][cell] += share * amounts[kind];
            }
        }
    }

    private void joinNeighbours() {
        cellNanos *= 2;
        Arrays.stream(cells).forEach(SpreadSums::joinNeighbours);
        joinNeighbours(inFlightNanos);
    }

    private static void joinNeighbours(double[] some) {
        for (int cell = 0; cell < CELLS / 2; cell++) {
            some[cell] = some[2 * cell] + some[2 * cell + 1];
        }
        Arrays.fill(some, CELLS / 2, CELLS, 0);
    }

    /** Returns whether more than a few of the queries were served while others were. */
    boolean areOverlapping() {
        double all = Arrays.stream(inFlightNanos).sum();
        return Arrays.stream(inFlightNanos).map(nanos -> Math.max(0, nanos - cellNanos)).sum() > SHARED * all;
    }

    /** Returns whether the cells are short enough to separate blocks of a length. */
    boolean canSeparate(double blockNanos) {
        return 2.0 * cellNanos <= blockNanos;
    }

    /** Returns the start of the first query. */
    long firstNanos() {
        return Math.min(firstNanos, lastNanos);
    }

    /** Returns the end of the last query. */
    long lastNanos() {
        return lastNanos;
    }

    /** Returns the sum of a kind between two moments. */
    double between(int kind, double startNanos, double endNanos) {
        int last = (int) Math.min(CELLS - 1.0, endNanos / cellNanos);
        double sum = 0;
        for (int cell = (int) Math.max(0, startNanos / cellNanos); cell <= last; cell++) {
            double nanos = Math.min(endNanos, (cell + 1.0) * cellNanos)
                    - Math.max(startNanos, (double) cell * cellNanos);
            sum += cells[kind][cell] * Math.max(0, nanos) / cellNanos;
        }
        return sum;
    }

    /**
     * Returns the deficit of queries in flight between two moments against the number in flight when the last query
     * began, times the seconds.
     */
    double endingSeconds(double startNanos, double endNanos) {
        int began = (int) (lastStartNanos / cellNanos);
        double most = Math.max(inFlightNanos[began], inFlightNanos[Math.min(CELLS - 1, began + 1)]) / cellNanos;
        int last = (int) Math.min(CELLS - 1.0, endNanos / cellNanos);
        double sum = 0;
        for (int cell = (int) Math.max(began, startNanos / cellNanos); cell <= last; cell++) {
            double nanos = Math.min(endNanos, (cell + 1.0) * cellNanos)
                    - Math.max(Math.max((double) lastStartNanos, startNanos), (double) cell * cellNanos);
            sum += Math.max(0, most - inFlightNanos[cell] / cellNanos) * Math.max(0, nanos) / NANOS;
        }
        return sum;
    }
}
