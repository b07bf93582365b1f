package dev.ipw.analysis.internal;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** A receiver of the queries of a run, one after the other, so that one reading yields several figures. */
public interface RecordGatherer {
    /**
     * Receives a query.
     *
     * @param record the next one, in the order in which they finished
     */
    void add(ProfilingRecord record);

    /**
     * Reads a run once.
     *
     * @param run       the run
     * @param gatherers receive each of its queries
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    static void gather(RunReader run, List<? extends RecordGatherer> gatherers) {
        gather(run.records(), gatherers);
    }

    /**
     * Reads queries once.
     *
     * @param queries   the queries; closed afterwards
     * @param gatherers receive each of them
     * @throws dev.ipw.error.InputException if they cannot be read
     */
    static void gather(Stream<ProfilingRecord> queries, List<? extends RecordGatherer> gatherers) {
        try (Stream<ProfilingRecord> records = queries) {
            for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
                ProfilingRecord record = each.next();
                gatherers.forEach(gatherer -> gatherer.add(record));
            }
        }
    }
}
