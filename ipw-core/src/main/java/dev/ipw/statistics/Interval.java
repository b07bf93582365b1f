package dev.ipw.statistics;

/**
 * Hold the bounds of a confidence interval.
 *
 * @param low   the lower bound; minus infinity if there is none
 * @param high  the upper bound; infinity if there is none
 * @param level the confidence, for example 0.95
 */
public record Interval(double low, double high, double level) {
    /**
     * Divide both bounds.
     *
     * @param divisor above 0
     * @return the interval of the quotient
     */
    public Interval dividedBy(double divisor) {
        return new Interval(low / divisor, high / divisor, level);
    }
}
