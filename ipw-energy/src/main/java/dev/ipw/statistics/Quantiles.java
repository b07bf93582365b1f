package dev.ipw.statistics;

import java.util.Arrays;
import org.apiguardian.api.API;

/** Quantiles by the one rule used everywhere: linear between order statistics, type 7 of Hyndman and Fan. */
@API(status = API.Status.EXPERIMENTAL)
public final class Quantiles {
    private Quantiles() {}

    /**
     * Computes a quantile.
     *
     * @param values      at least one finite value, in any order
     * @param probability from 0 to 1
     * @return the quantile
     */
    public static double of(double[] values, double probability) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted, probability);
    }

    /**
     * Computes a quantile of values in ascending order.
     *
     * @param sorted      at least one finite value, ascending
     * @param probability from 0 to 1
     * @return the quantile
     */
    public static double ofSorted(double[] sorted, double probability) {
        if (sorted.length == 0 || !(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("A quantile needs values and a probability from 0 to 1");
        }
        double position = probability * (sorted.length - 1);
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /**
     * Returns whether a number of values reaches a quantile: at least one is expected beyond it.
     *
     * @param values      the number of values
     * @param probability from 0 to 1
     * @return true if there are at least 1 / (1 - p), and for p below one half 1 / p
     */
    public static boolean reaches(int values, double probability) {
        // Rounded, since 1 - 0.9 is a little less than a tenth.
        return values > 0 && Math.round(values * Math.min(probability, 1 - probability) * 1e9) >= 1e9;
    }

    /**
     * Computes the sample standard deviation, with the divisor n - 1.
     *
     * @param values at least two finite values
     * @return the deviation in the values' unit
     */
    public static double standardDeviation(double[] values) {
        if (values.length < 2) {
            throw new IllegalArgumentException("A standard deviation needs at least two values");
        }
        double mean = sum(values) / values.length;
        double[] squares = new double[values.length];
        for (int place = 0; place < squares.length; place++) {
            squares[place] = (values[place] - mean) * (values[place] - mean);
        }
        return Math.sqrt(sum(squares) / (values.length - 1));
    }

    /** Adds finite values up as a stream does, with Kahan's compensation, and without a stream for each query. */
    private static double sum(double[] values) {
        double sum = 0;
        double excess = 0;
        for (double value : values) {
            double term = value - excess;
            double next = sum + term;
            excess = next - sum - term;
            sum = next;
        }
        return sum - excess;
    }
}
