package dev.ipw.analysis.statistics;

import java.util.Arrays;

/**
 * The order statistics of all sums of two sorted samples, found without forming the sums: the number of sums below a
 * bound is counted along the staircase, in time linear in the samples, and the bound is halved over the bits of a
 * double, so that the result is one of the sums to the last bit.
 */
final class OrderedPairs {
    private final double[] rows;
    private final double[] columns;
    private final boolean halves;

    private OrderedPairs(double[] rows, double[] columns, boolean halves) {
        this.rows = rows;
        this.columns = columns;
        this.halves = halves;
    }

    /** Takes the differences of each of the second's values minus each of the first's. */
    static OrderedPairs ofShifts(double[] first, double[] second) {
        double[] negated = Arrays.stream(first).map(value -> -value).sorted().toArray();
        double[] sorted = second.clone();
        Arrays.sort(sorted);
        return new OrderedPairs(negated, sorted, false);
    }

    /** Takes the means of each value with itself and with each later one. */
    static OrderedPairs ofWalshAverages(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new OrderedPairs(sorted, sorted, true);
    }

    long count() {
        long size = rows.length;
        return halves ? size * (size + 1) / 2 : size * columns.length;
    }

    /** Returns the figure of a rank, counted from 1. */
    double ranked(long rank) {
        long low = ordered(figure(rows[0], columns[0]));
        long high = ordered(figure(rows[rows.length - 1], columns[columns.length - 1]));
        while (low < high) {
            long middle = (low & high) + ((low ^ high) >> 1);
            if (upTo(real(middle)) >= rank) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return real(low);
    }

    double median() {
        long count = count();
        double below = ranked((count + 1) / 2);
        return count % 2 == 1 ? below : below + (ranked(count / 2 + 1) - below) / 2;
    }

    private double figure(double row, double column) {
        // Adding zero avoids a negative zero, which would have other bits.
        return (halves ? row / 2 + column / 2 : row + column) + 0.0;
    }

    private long upTo(double bound) {
        long count = 0;
        int column = columns.length;
        for (int row = 0; row < rows.length; row++) {
            while (column > 0 && figure(rows[row], columns[column - 1]) > bound) {
                column--;
            }
            if (halves) {
                if (column <= row) {
                    break;
                }
                count += column - row;
            } else {
                count += column;
            }
        }
        return count;
    }

    /** Maps a double to an integer of the same order. */
    private static long ordered(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits < 0 ? Long.MIN_VALUE - bits : bits;
    }

    private static double real(long ordered) {
        return Double.longBitsToDouble(ordered < 0 ? Long.MIN_VALUE - ordered : ordered);
    }
}
