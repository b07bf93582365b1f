package dev.ipw.analysis.internal;

import dev.ipw.record.RecordedQuery;
import java.util.BitSet;
import java.util.function.Predicate;

/** A bit for each query of a run, set if a condition is true of it, in the order in which they finished. */
public final class QueryMask implements MergeableGatherer<QueryMask> {
    private final Predicate<RecordedQuery> condition;
    private final BitSet rowsThatHold = new BitSet();
    private int rows;

    /**
     * Creates an empty mask.
     *
     * @param condition the condition
     */
    public QueryMask(Predicate<RecordedQuery> condition) {
        this.condition = condition;
    }

    @Override
    public void add(RecordedQuery record) {
        rowsThatHold.set(rows++, condition.test(record));
    }

    @Override
    public void merge(QueryMask later) {
        later.rowsThatHold.stream().forEach(row -> rowsThatHold.set(rows + row));
        rows += later.rows;
    }

    /**
     * Returns the number of queries.
     *
     * @return the number of queries received
     */
    public int rows() {
        return rows;
    }

    /**
     * Returns whether the condition is true of a query.
     *
     * @param row its number, counted from 0
     * @return true if it is
     */
    public boolean holds(int row) {
        return rowsThatHold.get(row);
    }
}
