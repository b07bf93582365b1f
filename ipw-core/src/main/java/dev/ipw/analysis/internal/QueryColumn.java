package dev.ipw.analysis.internal;

import dev.ipw.record.RecordedQuery;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * A column of one figure of each query of a run in 8 bytes of memory or of a temporary file, in the order in which they
 * finished. A missing figure is
 * NaN inside a column and nowhere else.
 */
public final class QueryColumn implements MergeableGatherer<QueryColumn> {
    private final Function<RecordedQuery, OptionalDouble> figure;
    private final FigureStore values;

    /** Creates an empty column. */
    QueryColumn(Function<RecordedQuery, OptionalDouble> figure, FigureStore values) {
        this.figure = figure;
        this.values = values;
    }

    @Override
    public void add(RecordedQuery record) {
        values.add(figure.apply(record).orElse(Double.NaN));
    }

    @Override
    public void merge(QueryColumn later) {
        for (int row = 0; row < later.values.count(); row++) {
            values.add(later.values.at(row));
        }
    }

    /**
     * Returns the figure of a query.
     *
     * @param row its number, counted from 0
     * @return the figure, or NaN if the query has none
     */
    public double at(int row) {
        return values.at(row);
    }

    /**
     * Returns the figures of the queries that have one.
     *
     * @param chosen the numbers of the queries to take
     * @return a copy, in the order of the queries
     */
    public double[] known(IntPredicate chosen) {
        // Counted first, so that memory holds one copy.
        int known = 0;
        for (int row = 0; row < values.count(); row++) {
            known += !Double.isNaN(values.at(row)) && chosen.test(row) ? 1 : 0;
        }
        double[] figures = new double[known];
        int count = 0;
        for (int row = 0; row < values.count(); row++) {
            double value = values.at(row);
            if (!Double.isNaN(value) && chosen.test(row)) {
                figures[count++] = value;
            }
        }
        return figures;
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
