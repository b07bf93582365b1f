package dev.ipw.cost.internal;

import dev.ipw.inference.TokenUsage;
import dev.ipw.query.QueryOutcome;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The priced resources that one query used.
 *
 * @param tokens         its token counts
 * @param mayBeCharged   false if it never reached a server or was refused by one, so that its tokens cannot be charged
 * @param toolCalls      calls by the tool's name
 * @param machineSeconds its share of the machine's time, in seconds; empty if it is not known
 * @param joules         its joules; empty if they are not completely known
 */
public record QueryUse(TokenUsage tokens, boolean mayBeCharged, Map<String, Long> toolCalls,
        OptionalDouble machineSeconds, OptionalDouble joules) {
    /** Copies the calls and refuses nulls. */
    public QueryUse {
        toolCalls = Map.copyOf(toolCalls);
    }

    /** Returns the use of a query with any number of calls, without its tools. */
    static QueryUse of(QueryOutcome outcome, OptionalDouble machineSeconds, OptionalDouble joules) {
        return new QueryUse(outcome.usage(), outcome.mayBeCharged(), Map.of(), machineSeconds, joules);
    }
}
