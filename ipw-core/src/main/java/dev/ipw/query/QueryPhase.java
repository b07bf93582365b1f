package dev.ipw.query;

import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A phase around a query that is not the query's own: its joules and its time are reported beside those of the query
 * and are no part of them.
 *
 * @param kind       the kind of phase
 * @param startNanos its start, since the run's monotonic anchor
 * @param endNanos   its end
 * @param error      the error, without secrets; empty if it worked
 */
@API(status = API.Status.EXPERIMENTAL)
public record QueryPhase(Kind kind, long startNanos, long endNanos, Optional<String> error) {
    /** Refuses nulls, and an end before the start. */
    public QueryPhase {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(error, "error");
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("The phase " + kind + " cannot end before it begins");
        }
    }

    /**
     * Shifts all moments to another origin.
     *
     * @param zeroNanos the moment that becomes zero, on the phase's clock
     * @return the same phase, counted from there
     */
    public QueryPhase countedFrom(long zeroNanos) {
        return new QueryPhase(kind, startNanos - zeroNanos, endNanos - zeroNanos, error);
    }

    /** The kinds of phases, as in the task runners of the field. */
    public enum Kind {
        /** The creation of the environment: files, containers, services. */
        ENVIRONMENT_SETUP,
        /** The preparation of the agent in its environment. */
        AGENT_SETUP,
        /** The task's own tests of the agent's result. */
        VERIFICATION,
        /** The removal of the environment. */
        TEARDOWN
    }
}
