package dev.ipw.analysis.statistics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Finite numbers by their row: in memory or, if they are too many for that, computed each time they are read. Both ways
 * yield the same numbers. For one thread.
 */
public final class DoubleColumn {
    private final int size;
    private final boolean isStored;
    private final IntToDoubleFunction values;
    /** The last row that was read, because computed columns read each other's rows several times in turn. */
    private int lastRow = -1;
    private double last;

    private DoubleColumn(int size, boolean isStored, IntToDoubleFunction values) {
        this.size = size;
        this.isStored = isStored;
        this.values = values;
    }

    /**
     * Creates a column in memory.
     *
     * @param values its numbers; not copied
     * @return the column
     */
    public static DoubleColumn of(double... values) {
        return new DoubleColumn(values.length, true, row -> values[row]);
    }

    /**
     * Creates a column that is computed each time it is read, as are all that derive from it.
     *
     * @param size   the number of rows
     * @param values returns the number of a row; best read row after row
     * @return the column
     */
    public static DoubleColumn computed(int size, IntToDoubleFunction values) {
        return new DoubleColumn(size, false, values);
    }

    /** Derives a column of the same size and kind. */
    DoubleColumn derived(IntToDoubleFunction function) {
        if (!isStored) {
            return computed(size, function);
        }
        double[] results = new double[size];
        Arrays.setAll(results, function);
        return of(results);
    }

    DoubleColumn map(DoubleUnaryOperator function) {
        return derived(row -> function.applyAsDouble(at(row)));
    }

    int size() {
        return size;
    }

    double at(int row) {
        if (isStored) {
            return values.applyAsDouble(row);
        }
        if (row != lastRow) {
            last = values.applyAsDouble(row);
            lastRow = row;
        }
        return last;
    }

    DoubleStream stream() {
        return IntStream.range(0, size).mapToDouble(this::at);
    }

    double product(DoubleColumn other) {
        double sum = 0;
        for (int row = 0; row < size; row++) {
            sum += at(row) * other.at(row);
        }
        return sum;
    }

    /** Returns the size of the number farthest from zero; 0 without any. */
    double largest() {
        double largest = 0;
        for (int row = 0; row < size; row++) {
            largest = Math.max(largest, Math.abs(at(row)));
        }
        return largest;
    }

    /** The numbers without their mean. */
    record Centred(DoubleColumn column, double mean) {}

    /** Subtracts the mean, and the remainder from rounding. */
    Centred centred() {
        double first = stream().sum() / size;
        DoubleColumn once = map(value -> value - first);
        double second = once.stream().sum() / size;
        return new Centred(once.map(value -> value - second), first + second);
    }
}
