package dev.ipw.analysis.internal;

import dev.ipw.error.IpwException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The gatherers that receive the queries of a run for one purpose.
 *
 * @param gatherers receive each query, in this order; a shared gatherer receives it once
 * @param failed    receives the failure of one of them; none of them then receives further queries unless others name
 *                  it
 */
public record QueryTaker(List<? extends RecordGatherer> gatherers, Consumer<IpwException> failed) {
    /** Copies the list. */
    public QueryTaker {
        gatherers = List.copyOf(gatherers);
    }

    /**
     * Creates a taker whose failure ends the reading.
     *
     * @param gatherer receives each query
     * @return the taker
     */
    public static QueryTaker of(RecordGatherer gatherer) {
        return new QueryTaker(List.of(gatherer), failure -> {
            throw failure;
        });
    }
}
