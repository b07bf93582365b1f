package dev.ipw.hosted;

import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The estimate of all queries of a run, which is in no measured figure.
 *
 * @param queries              estimated queries
 * @param queriesWithoutTokens queries that may have been billed, but whose tokens were not counted
 * @param estimate             the sum over the estimated queries; empty without any
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedTotals(long queries, long queriesWithoutTokens, Optional<HostedEstimate> estimate) {
    /** The totals of no query. */
    public static final HostedTotals NONE = new HostedTotals(0, 0, Optional.empty());

    /** Refuses a null, and a sum that contradicts the count. */
    public HostedTotals {
        Objects.requireNonNull(estimate, "estimate");
        if (queries > 0 != estimate.isPresent()) {
            throw new IllegalArgumentException("There is a sum if there are estimated queries, of which there are "
                    + queries);
        }
    }

    /**
     * Adds an estimated query.
     *
     * @param query its estimate
     * @return the totals with it
     */
    public HostedTotals plus(HostedEstimate query) {
        return new HostedTotals(queries + 1, queriesWithoutTokens,
                Optional.of(estimate.map(sum -> sum.plus(query)).orElse(query)));
    }

    /**
     * Adds a query whose tokens were not counted.
     *
     * @return the totals with it
     */
    public HostedTotals plusWithoutTokens() {
        return new HostedTotals(queries, queriesWithoutTokens + 1, estimate);
    }
}
