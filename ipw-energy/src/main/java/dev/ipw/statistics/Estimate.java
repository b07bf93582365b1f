package dev.ipw.statistics;

import dev.ipw.internal.number.SignificantDigits;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A figure with its confidence interval.
 *
 * @param value    the figure
 * @param interval its interval
 */
@API(status = API.Status.EXPERIMENTAL)
public record Estimate(double value, Interval interval) {
    /** Rejects nulls. */
    public Estimate {
        Objects.requireNonNull(interval, "interval");
    }

    /**
     * Divides the figure and its interval.
     *
     * @param divisor above 0
     * @return the estimate of the quotient
     */
    public Estimate dividedBy(double divisor) {
        return new Estimate(value / divisor, interval.dividedBy(divisor));
    }

    /** Returns figure and interval for a person, for example {@code 26.58 [7.595, 104.7]}. */
    @Override
    public String toString() {
        return SignificantDigits.four(value) + " " + interval;
    }
}
