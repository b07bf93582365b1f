package dev.ipw.hosted;

import dev.ipw.internal.number.SignificantDigits;
import org.apiguardian.api.API;

/**
 * A quantity of which only bounds and a likely value are known. It is no confidence interval: nobody knows how often
 * the truth lies outside.
 *
 * @param low    the lower bound, at least zero
 * @param likely the likely value
 * @param high   the upper bound
 */
@API(status = API.Status.EXPERIMENTAL)
public record Range(double low, double likely, double high) {
    /** Nothing. */
    public static final Range ZERO = new Range(0, 0, 0);

    /** Checks the order of the values. */
    public Range {
        if (!(low >= 0 && low <= likely && likely <= high && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("A range must rise from 0 or more: low, likely, high, not " + low + ", "
                    + likely + ", " + high);
        }
    }

    /**
     * Creates a range of one known value.
     *
     * @param value the value
     * @return a range without width
     */
    public static Range exactly(double value) {
        return new Range(value, value, value);
    }

    /**
     * Adds another quantity. What makes one high makes the other high: bounds are added.
     *
     * @param other the other quantity
     * @return the sum
     */
    public Range plus(Range other) {
        return new Range(low + other.low, likely + other.likely, high + other.high);
    }

    /**
     * Multiplies the quantity.
     *
     * @param factor at least zero
     * @return the product
     */
    public Range times(double factor) {
        return new Range(low * factor, likely * factor, high * factor);
    }

    /**
     * Returns whether a value lies within the bounds.
     *
     * @param value any value
     * @return true if neither bound excludes it
     */
    public boolean holds(double value) {
        return value >= low && value <= high;
    }

    /** Formats the quantity for a person, for example {@code 0.34 [0.021, 2.1]}. */
    @Override
    public String toString() {
        return SignificantDigits.three(likely) + " [" + SignificantDigits.three(low) + ", "
                + SignificantDigits.three(high) + "]";
    }
}
