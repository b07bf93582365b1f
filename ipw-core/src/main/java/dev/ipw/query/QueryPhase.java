package dev.ipw.query;

import java.util.Objects;
import java.util.Optional;

/**
 * Hold what was done around a query and is not the query's own: its joules and its time stand beside those of the query and
 * are no part of them.
 *
 * @param kind       what was done
 * @param startNanos when it began, since the run's monotonic anchor
 * @param endNanos   when it ended
 * @param error      what went wrong, without secrets; empty if it worked
 */
public record QueryPhase(Kind kind, long startNanos, long endNanos, Optional<String> error) {
    /** Refuses nulls, and an end before the start. */
    public QueryPhase {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(error, "error");
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("The phase " + kind + " cannot end before it begins");
        }
    }

    /** Tell phases apart, as the task runners of the field do. */
    public enum Kind {
        /** Make the environment: files, containers, services. */
        ENVIRONMENT_SETUP,
        /** Make the agent ready in its environment. */
        AGENT_SETUP,
        /** Run the task's own tests on what the agent left. */
        VERIFICATION,
        /** Take the environment away. */
        TEARDOWN
    }
}
