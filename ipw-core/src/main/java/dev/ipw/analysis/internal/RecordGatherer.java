package dev.ipw.analysis.internal;

import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import java.util.List;

/** A receiver of the queries of a run, one after the other, so that one reading yields several figures. */
public interface RecordGatherer {
    /**
     * Receives a query.
     *
     * @param record the next one, in the order in which they finished; valid during this call
     */
    void add(RecordedQuery record);

    /**
     * Reads a run once.
     *
     * @param run       the run
     * @param gatherers receive each of its queries
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    static void gather(RunReader run, List<? extends RecordGatherer> gatherers) {
        run.forEachQuery(query -> gatherers.forEach(gatherer -> gatherer.add(query)));
    }
}
