package dev.ipw.engine.analysis;

import dev.ipw.error.IpwException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hold what takes in the queries of a run for one purpose.
 *
 * @param gatherers what takes in each query, in this order; one that others name too takes it in once
 * @param failed    hears why one of them failed; none of them is then given further queries unless others name it
 */
public record QueryTaker(List<? extends RecordGatherer> gatherers, Consumer<IpwException> failed) {
    /** Copy the list. */
    public QueryTaker {
        gatherers = List.copyOf(gatherers);
    }

    /**
     * Holds a gatherer whose failure ends the reading.
     *
     * @param gatherer what takes in each query
     * @return it
     */
    public static QueryTaker of(RecordGatherer gatherer) {
        return new QueryTaker(List.of(gatherer), failure -> {
            throw failure;
        });
    }
}
