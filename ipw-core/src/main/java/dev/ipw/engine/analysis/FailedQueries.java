package dev.ipw.engine.analysis;

import dev.ipw.record.ProfilingRecord;
import java.util.BitSet;

/** Keep which queries of a run failed, in the order in which they finished. */
public final class FailedQueries implements RecordGatherer {
    private final BitSet failed = new BitSet();
    private int rows;

    /** Hold none yet. */
    FailedQueries() {}

    @Override
    public void add(ProfilingRecord record) {
        failed.set(rows, record.hasFailed());
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
}
