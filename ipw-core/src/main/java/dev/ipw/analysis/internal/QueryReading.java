package dev.ipw.analysis.internal;

import dev.ipw.error.IpwException;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A reading of the queries of a run for all their takers. Shared gatherers receive each query once, however often the
 * run is read.
 */
final class QueryReading {
    private final AnalysedRun run;
    private boolean hasReadEfficiency;

    QueryReading(AnalysedRun run) {
        this.run = run;
    }

    /** A gatherer, and the takers that name it and have not failed. */
    private record Shared(RecordGatherer gatherer, List<QueryTaker> takers) {}

    void read(List<QueryTaker> takers) {
        List<Shared> all = shared(takers);
        if (all.isEmpty()) {
            return;
        }
        run.run().forEachQuery(query -> {
            for (Shared one : all) {
                // Analyses of a later reading need all queries, even if those of this one failed.
                if (!one.takers.isEmpty() || one.gatherer == run.efficiency()) {
                    add(one, query, all);
                }
            }
        });
        hasReadEfficiency |= all.stream().anyMatch(one -> one.gatherer == run.efficiency());
    }

    private List<Shared> shared(List<QueryTaker> takers) {
        IdentityHashMap<RecordGatherer, Shared> shared = new IdentityHashMap<>();
        List<Shared> inOrder = new ArrayList<>();
        for (QueryTaker taker : takers) {
            for (RecordGatherer gatherer : taker.gatherers()) {
                if (gatherer != run.efficiency() || !hasReadEfficiency) {
                    shared.computeIfAbsent(gatherer, one -> {
                        inOrder.add(new Shared(one, new ArrayList<>()));
                        return inOrder.getLast();
                    }).takers.add(taker);
                }
            }
        }
        return inOrder;
    }

    private static void add(Shared one, RecordedQuery record, List<Shared> all) {
        try {
            one.gatherer.add(record);
        } catch (IpwException failure) {
            List<QueryTaker> failed = List.copyOf(one.takers);
            all.forEach(each -> each.takers.removeAll(failed));
            failed.forEach(taker -> taker.failed().accept(failure));
        }
    }
}
