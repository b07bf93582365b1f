package dev.ipw.engine.inference;

import java.util.Objects;

/**
 * Name one model call of a run.
 *
 * @param queryId the id of the query that it belongs to
 * @param number  which of the query's calls it is, from 1
 */
public record CallId(String queryId, int number) {
    /** Refuses null, and a number below 1. */
    public CallId {
        Objects.requireNonNull(queryId, "queryId");
        if (number < 1) {
            throw new IllegalArgumentException("The calls of a query are numbered from 1, not " + number);
        }
    }

    /** Writes the query's id, and the number behind the first call. */
    @Override
    public String toString() {
        return number == 1 ? queryId : queryId + " call " + number;
    }
}
