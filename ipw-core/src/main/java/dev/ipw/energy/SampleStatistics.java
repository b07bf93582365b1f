package dev.ipw.energy;

import java.util.Arrays;

/**
 * Sum up the values of a quantity over a window, in the quantity's own unit.
 *
 * @param average the mean; weighted by time where the values last differently long
 * @param maximum the largest
 * @param median  the middle one, or the mean of the two in the middle
 * @param minimum the smallest
 */
public record SampleStatistics(double average, double maximum, double median, double minimum) {
    /**
     * Sum up values that count alike.
     *
     * @param values at least one value
     * @return their mean, median and extremes
     */
    public static SampleStatistics of(double... values) {
        return of(values, values.length, Arrays.stream(values).average().orElse(Double.NaN));
    }

    static SampleStatistics of(double[] values, int count, double average) {
        if (count == 0) {
            throw new IllegalArgumentException("There are no statistics of no values");
        }
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        return new SampleStatistics(average, sorted[count - 1], median, sorted[0]);
    }
}
