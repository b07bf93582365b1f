package dev.ipw.profile.internal;

import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;

/** An event of a query. A query's calls come before its end. */
sealed interface QueryEvent {
    /**
     * A call has ended.
     *
     * @param queryId the query
     * @param call    the call
     */
    record Called(String queryId, ModelCall call) implements QueryEvent {}

    /**
     * A query has ended.
     *
     * @param planned the question
     * @param outcome its outcome
     */
    record Finished(PlannedQuestion planned, QueryOutcome outcome) implements QueryEvent {}
}
