package dev.ipw.inference.internal;

/**
 * The identity of one model call of a run.
 *
 * @param queryId the id of its query
 * @param number  its number among the query's calls, from 1
 */
public record CallId(String queryId, int number) {
    /** Rejects a number below 1. */
    public CallId {
        if (number < 1) {
            throw new IllegalArgumentException("The calls of a query are numbered from 1, not " + number);
        }
    }

    /** Returns the query's id, followed by the number for calls after the first. */
    @Override
    public String toString() {
        return number == 1 ? queryId : queryId + " call " + number;
    }
}
