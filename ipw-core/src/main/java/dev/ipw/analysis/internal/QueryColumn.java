package dev.ipw.analysis.internal;

import dev.ipw.record.ProfilingRecord;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * A column of one figure of each query of a run in 8 bytes, in the order in which they finished. A missing figure is
 * NaN inside a column and nowhere else.
 */
public final class QueryColumn implements MergeableGatherer<QueryColumn> {
    private final Function<ProfilingRecord, OptionalDouble> figure;
    private double[] values;
    private int rows;

    /** Creates a column with room for the expected number of queries, at least 1. */
    QueryColumn(Function<ProfilingRecord, OptionalDouble> figure, int expected) {
        this.figure = figure;
        values = new double[expected];
    }

    @Override
    public void add(ProfilingRecord record) {
        if (rows == values.length) {
            values = Arrays.copyOf(values, Math.addExact(rows, rows / 2 + 1));
        }
        values[rows++] = figure.apply(record).orElse(Double.NaN);
    }

    @Override
    public void merge(QueryColumn later) {
        values = Arrays.copyOf(values, Math.addExact(rows, later.rows));
        System.arraycopy(later.values, 0, values, rows, later.rows);
        rows += later.rows;
    }

    /**
     * Returns the figure of a query.
     *
     * @param row its number, counted from 0
     * @return the figure, or NaN if the query has none
     */
    public double at(int row) {
        return values[row];
    }

    /**
     * Returns the figures of the queries that have one.
     *
     * @param chosen the numbers of the queries to take
     * @return a copy, in the order of the queries
     */
    public double[] known(IntPredicate chosen) {
        double[] known = new double[rows];
        int count = 0;
        for (int row = 0; row < rows; row++) {
            if (!Double.isNaN(values[row]) && chosen.test(row)) {
                known[count++] = values[row];
            }
        }
        return Arrays.copyOf(known, count);
    }

    /**
     * Returns the figures of the queries that have one, in ascending order.
     *
     * @param chosen the numbers of the queries to take
     * @return a copy
     */
    public double[] sorted(IntPredicate chosen) {
        double[] known = known(chosen);
        Arrays.sort(known);
        return known;
    }
}
