package dev.ipw.engine.analysis;

import dev.ipw.record.ProfilingRecord;
import java.util.BitSet;
import java.util.function.Predicate;

/** Keep of each query of a run whether something holds of it, in the order in which they finished. */
public final class QueryMask implements RecordGatherer {
    private final Predicate<ProfilingRecord> condition;
    private final BitSet rowsThatHold = new BitSet();
    private int rows;

    /**
     * Holds none yet.
     *
     * @param condition what is asked of each query
     */
    public QueryMask(Predicate<ProfilingRecord> condition) {
        this.condition = condition;
    }

    @Override
    public void add(ProfilingRecord record) {
        rowsThatHold.set(rows++, condition.test(record));
    }

    /**
     * Counts the queries.
     *
     * @return how many were taken in
     */
    public int rows() {
        return rows;
    }

    /**
     * Returns whether the condition holds of a query.
     *
     * @param row its number, counted from 0
     * @return true if it does
     */
    public boolean holds(int row) {
        return rowsThatHold.get(row);
    }
}
