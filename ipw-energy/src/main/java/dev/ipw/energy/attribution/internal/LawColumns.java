package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;

/**
 * The columns of the laws of cost. The first are kinds of {@link Work}. Each is divided over the members of a piece by
 * their own parts of some work, and weighed by the work of the whole piece.
 */
final class LawColumns {
    /** Seconds of the engine, divided like its steps. */
    static final int SECONDS = Work.FITTED;
    /** Compute time, less than in proportion to its utilization. */
    static final int COMPUTE = 6;
    /** Memory time, less than in proportion to its utilization. */
    static final int MEMORY = 7;
    /** Compute time of pieces that are bound by it. */
    static final int COMPUTE_BOUND = 8;
    /** Memory time of the other pieces. */
    static final int MEMORY_BOUND = 9;
    /** The number of columns. */
    static final int COUNT = 10;

    /** The exponent of the compute units' utilization in their power. */
    static final double COMPUTE_EXPONENT = 0.9;
    /** The exponent of the memory's utilization in its power. */
    static final double MEMORY_EXPONENT = 0.8;

    private final WorkSchedule work;
    private final RooflineTimes times;
    private final double[] ofCompute;
    private final double[] ofMemory;
    private final boolean[] isComputeBound;

    LawColumns(WorkSchedule work, RooflineTimes times) {
        this.work = work;
        this.times = times;
        double[] rows = work.rows();
        ofCompute = new double[work.pieces()];
        ofMemory = new double[work.pieces()];
        isComputeBound = new boolean[work.pieces()];
        for (int piece = 0; piece < ofCompute.length; piece++) {
            int at = piece * Work.PARTS;
            double seconds = rows[at + Work.SECONDS];
            double compute = times.computeSeconds(rows, at);
            double memory = times.memorySeconds(rows, at);
            ofCompute[piece] = perSecond(compute, seconds, COMPUTE_EXPONENT);
            ofMemory[piece] = perSecond(memory, seconds, MEMORY_EXPONENT);
            isComputeBound[piece] = compute > memory;
        }
    }

    private static double perSecond(double busy, double seconds, double exponent) {
        return busy > 0 ? busySeconds(busy, seconds, exponent) / busy : 0;
    }

    /** Returns the time of full utilization that draws as much as the given partial utilization. */
    static double busySeconds(double busy, double seconds, double exponent) {
        return busy > 0 && seconds > 0 ? Math.pow(Math.min(1, busy / seconds), exponent) * seconds : 0;
    }

    /** Adds up each column over the pieces in each interval, in consecutive rows of {@link #COUNT}. */
    double[] sums(CounterIntervals intervals, long shiftNanos) {
        double[] rows = work.rows();
        double[] values = new double[work.pieces() * COUNT];
        for (int piece = 0; piece < work.pieces(); piece++) {
            for (int column = 0; column < COUNT; column++) {
                values[piece * COUNT + column] = value(column, piece, rows, piece * Work.PARTS);
            }
        }
        double[] sums = new double[intervals.count() * COUNT];
        intervals.addUp(work, shiftNanos, values, COUNT, COUNT, sums, COUNT);
        return sums;
    }

    /** Returns the amount of a column in a piece that is due to the work by {@link Work} at a place of a row. */
    double value(int column, int piece, double[] row, int at) {
        return switch (column) {
            case COMPUTE -> ofCompute[piece] * times.computeSeconds(row, at);
            case MEMORY -> ofMemory[piece] * times.memorySeconds(row, at);
            case COMPUTE_BOUND -> isComputeBound[piece] ? times.computeSeconds(row, at) : 0;
            case MEMORY_BOUND -> isComputeBound[piece] ? 0 : times.memorySeconds(row, at);
            default -> row[at + column];
        };
    }
}
