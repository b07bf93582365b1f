package dev.ipw.energy.attribution;

import org.apiguardian.api.API;

/**
 * The joules of a request before and from its first token, with their bounds. They add up to its joules.
 *
 * @param prompt the joules before its first token
 * @param answer the joules from its first token onward
 */
@API(status = API.Status.EXPERIMENTAL)
public record PhaseJoules(Part prompt, Part answer) {
    private static final double MAX_DISTANCE = 0.4;

    /**
     * Joules with their bounds.
     *
     * @param joules the figure
     * @param lower  the lower bound
     * @param upper  the upper bound
     */
    public record Part(double joules, double lower, double upper) {
        /** The other phase in a time that holds one of them. */
        public static final Part NONE = new Part(0, 0, 0);

        /** Extends bounds that do not hold the figure. */
        public Part {
            lower = Math.max(0, Math.min(lower, joules));
            upper = Math.max(upper, joules);
        }

        private double distance() {
            return Math.max(joules - lower, upper - joules);
        }

        private Part plus(Part other) {
            return new Part(joules + other.joules, lower + other.lower, upper + other.upper);
        }

        private Part times(double factor) {
            return new Part(factor * joules, factor * lower, factor * upper);
        }

        private Part widened(double distance) {
            return new Part(joules, lower - distance, upper + distance);
        }
    }

    /**
     * Returns whether the bounds are narrow enough for the figures to mean something: those of the prompt reach two
     * fifths of the smaller phase at most, and those of the answer two fifths of it.
     *
     * @return true if the figures may be shown
     */
    public boolean isNarrow() {
        double smaller = Math.min(prompt.joules, answer.joules);
        return smaller > 0 && prompt.distance() <= MAX_DISTANCE * smaller
                && answer.distance() <= MAX_DISTANCE * answer.joules;
    }

    /**
     * Returns whether the joules of a time all belong to the prompt, or all to the answer.
     *
     * @return true if the time holds one phase of the request
     */
    public boolean isOnePhase() {
        return prompt.equals(Part.NONE) || answer.equals(Part.NONE);
    }

    /**
     * Adds the joules of the same request on another device, or in a later time.
     *
     * @param other the other joules
     * @return the joules of both
     */
    public PhaseJoules plus(PhaseJoules other) {
        return new PhaseJoules(prompt.plus(other.prompt), answer.plus(other.answer));
    }

    /**
     * Scales the joules and their bounds.
     *
     * @param factor above 0
     * @return the scaled joules
     */
    public PhaseJoules times(double factor) {
        return new PhaseJoules(prompt.times(factor), answer.times(factor));
    }

    /**
     * Widens the bounds of the prompt.
     *
     * @param joules the distance by which each bound is moved
     * @return a copy with wider bounds
     */
    public PhaseJoules withPromptWidened(double joules) {
        return new PhaseJoules(prompt.widened(joules), answer);
    }
}
