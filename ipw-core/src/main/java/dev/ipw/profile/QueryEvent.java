package dev.ipw.profile;

import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;

/** Tell what happened to a query. A query's calls come before its end. */
sealed interface QueryEvent {
    /**
     * A call has come to its end.
     *
     * @param queryId the query
     * @param call    the call
     */
    record Called(String queryId, ModelCall call) implements QueryEvent {}

    /**
     * A query has come to its end.
     *
     * @param planned what was asked
     * @param outcome what came of it
     */
    record Finished(PlannedQuestion planned, QueryOutcome outcome) implements QueryEvent {}
}
