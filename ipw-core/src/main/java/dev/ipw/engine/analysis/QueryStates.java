package dev.ipw.engine.analysis;

import dev.ipw.record.ProfilingRecord;
import java.util.BitSet;

/** Keep of each query whether it failed, and whether its times count, in the order in which they finished. */
public final class QueryStates implements RecordGatherer {
    private final KeptRequests kept;
    private final BitSet failed = new BitSet();
    private final BitSet cut = new BitSet();
    private int rows;

    /** Tell by a run's cut of its load which times count. */
    QueryStates(KeptRequests kept) {
        this.kept = kept;
    }

    @Override
    public void add(ProfilingRecord record) {
        failed.set(rows, record.hasFailed());
        cut.set(rows, !kept.keeps(record));
        rows++;
    }

    /**
     * Count the queries.
     *
     * @return how many were taken in
     */
    public int rows() {
        return rows;
    }

    /**
     * Return whether a query failed.
     *
     * @param row its number, counted from 0
     * @return true if it did
     */
    public boolean hasFailed(int row) {
        return failed.get(row);
    }

    /**
     * Return whether a query was answered.
     *
     * @param row its number, counted from 0
     * @return false if it failed
     */
    public boolean isAnswered(int row) {
        return !failed.get(row);
    }

    /**
     * Return whether the times of a query count.
     *
     * @param row its number, counted from 0
     * @return false if the load's cut leaves it out
     */
    public boolean isKept(int row) {
        return !cut.get(row);
    }
}
