package dev.ipw.energy.attribution;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Hold the cost of work on a device: the joules between the edges of its counter, regressed on the work done in each
 * step.
 *
 * @param costs     of each kind of work, in the order of {@link WorkCost.Kind}; a kind that did not occur costs nothing
 * @param rSquared  the share of the variance of the steps' joules that the work explains
 * @param quality   how much of the joules of half a second is left unexplained, as a share of them; empty if the run is too short
 *                  to say
 * @param steps     how many steps of the counter it was fitted to
 * @param isStamped whether the engine's steps are known from token stamps, rather than replayed
 */
public record WorkFit(List<WorkCost> costs, double rSquared, OptionalDouble quality, int steps, boolean isStamped) {
    private static final double MOST_INFLATION = 100;

    /** Copy the list. */
    public WorkFit {
        costs = List.copyOf(costs);
    }

    /**
     * Find the cost of a kind of work.
     *
     * @param kind the kind
     * @return its cost
     */
    public WorkCost cost(WorkCost.Kind kind) {
        return costs.get(kind.ordinal());
    }

    /**
     * Return whether the run can separate the cost of tokens from that of time. It does not where as many requests are
     * served in nearly each step, so that passes and steps rise together.
     *
     * @return true if the number of requests in a step varies by a tenth or more
     */
    public boolean tellsTokensFromTime() {
        return cost(WorkCost.Kind.PASS).inflation() <= MOST_INFLATION;
    }

    /**
     * Hold the cost of one kind of work on a device.
     *
     * @param kind          of work
     * @param joules        of a unit of it
     * @param standardError of the joules, from fits to blocks of the run drawn anew
     * @param inflation     how many times the variance of the cost is as large as it would be if no other kind of work went along with
     *                      this one; 1 at least
     */
    public record WorkCost(Kind kind, double joules, double standardError, double inflation) {
        /** Name kinds of work. */
        public enum Kind {
            /** A step of the engine, whatever is in it. */
            ENGINE_STEP,
            /** A prompt token worked through. */
            PROMPT_TOKEN,
            /** A pass through the model that makes a request's next token or tokens. */
            PASS,
            /** A token of context that a pass reads. */
            CONTEXT_TOKEN,
            /** A pair of prompt tokens that look at each other. */
            PROMPT_PAIR;

            /**
             * Name it as files do.
             *
             * @return its name in lower case
             */
            public String label() {
                return name().toLowerCase(Locale.ROOT);
            }
        }
    }
}
