package dev.ipw.energy.attribution;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The cost of work on a device: the joules between the edges of its counter, regressed on the work done in each step.
 *
 * @param costs     the cost of each kind of work, in the order of {@link WorkCost.Kind}; a kind that did not occur
 *                  costs nothing
 * @param rSquared  the share of the variance of the steps' joules that the work explains
 * @param quality   the unexplained share of the joules of half a second; empty if the run is too short to know it
 * @param steps     the number of the counter's steps in the fit
 * @param isStamped whether the engine's steps are known from token times, rather than simulated
 */
@API(status = API.Status.EXPERIMENTAL)
public record WorkFit(List<WorkCost> costs, double rSquared, OptionalDouble quality, int steps, boolean isStamped) {
    private static final double MAX_INFLATION = 100;

    /** Copies the list. */
    public WorkFit {
        costs = List.copyOf(costs);
    }

    /**
     * Finds the cost of a kind of work.
     *
     * @param kind the kind
     * @return its cost
     */
    public WorkCost cost(WorkCost.Kind kind) {
        return costs.get(kind.ordinal());
    }

    /**
     * Returns whether the run can separate the cost of tokens from that of time. It cannot where nearly each step
     * serves the same number of requests, so that passes and steps rise together.
     *
     * @return true if the number of requests in a step varies by a tenth or more
     */
    public boolean tellsTokensFromTime() {
        return cost(WorkCost.Kind.PASS).inflation() <= MAX_INFLATION;
    }

    /**
     * The cost of one kind of work on a device.
     *
     * @param kind          the kind of work
     * @param joules        the joules of one unit of it
     * @param standardError the standard error of the joules, from fits to resampled blocks of the run
     * @param inflation     the ratio of the variance of the cost to the variance that it would have if no other kind of
     *                      work correlated with this one; at least 1
     */
    public record WorkCost(Kind kind, double joules, double standardError, double inflation) {
        /** The kinds of work. */
        public enum Kind {
            /** A step of the engine, whatever it contains. */
            ENGINE_STEP,
            /** A processed prompt token. */
            PROMPT_TOKEN,
            /** A pass through the model that generates a request's next token or tokens. */
            PASS,
            /** A token of context that a pass reads. */
            CONTEXT_TOKEN,
            /** A pair of prompt tokens that attend to each other. */
            PROMPT_PAIR;

            /**
             * Returns the name used in files.
             *
             * @return its name in lower case
             */
            public String label() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }
}
