package dev.ipw.engine.analysis;

import dev.ipw.record.ProfilingRecord;
import java.util.BitSet;

/** Keep which queries of a run count in the latency figures, in the order in which they finished. */
public final class KeptQueries implements RecordGatherer {
    private final KeptRequests kept;
    private final BitSet leftOut = new BitSet();
    private int rows;

    /** Tell by the cut of the run's load. */
    KeptQueries(KeptRequests kept) {
        this.kept = kept;
    }

    @Override
    public void add(ProfilingRecord record) {
        leftOut.set(rows, !kept.keeps(record));
        rows++;
    }

    /**
     * Return whether the times of a query count.
     *
     * @param row its number, counted from 0
     * @return false if the load's cut leaves it out
     */
    public boolean isKept(int row) {
        return !leftOut.get(row);
    }
}
