package dev.ipw.statistics;

import dev.ipw.internal.number.SignificantDigits;
import org.apiguardian.api.API;

/**
 * The bounds of a confidence interval.
 *
 * @param low   the lower bound; minus infinity without one
 * @param high  the upper bound; infinity without one
 * @param level the confidence, for example 0.95
 */
@API(status = API.Status.EXPERIMENTAL)
public record Interval(double low, double high, double level) {
    /**
     * Divides both bounds.
     *
     * @param divisor above 0
     * @return the interval of the quotient
     */
    public Interval dividedBy(double divisor) {
        return new Interval(low / divisor, high / divisor, level);
    }

    /** Returns the bounds for a person, for example {@code [7.595, 104.7]}. */
    @Override
    public String toString() {
        return "[" + SignificantDigits.four(low) + ", " + SignificantDigits.four(high) + "]";
    }
}
