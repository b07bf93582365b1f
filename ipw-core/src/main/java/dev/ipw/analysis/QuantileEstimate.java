package dev.ipw.analysis;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apiguardian.api.API;

/**
 * A quantile of a sample with an interval between two of its order statistics, which holds for any distribution: the
 * number of values below the true quantile is binomial (David and Nagaraja, Order Statistics, 7.1). A sample too small
 * for two bounds has one, at the same level. A sample of fewer than 1 / (1 - p) values, or 1 / p for p below one half,
 * does not reach its tail and has no estimate.
 *
 * @param probability the probability of the quantile, above 0 and below 1
 * @param value       the sample's quantile, linear between order statistics
 * @param low         the lower bound; empty if the sample is too small for it
 * @param high        the upper bound; empty if the sample is too small for it
 * @param level       the confidence of the interval
 */
@API(status = API.Status.EXPERIMENTAL)
public record QuantileEstimate(double probability, double value, OptionalDouble low, OptionalDouble high,
        double level) {
    private static final double LEVEL = 0.95;

    /**
     * Estimates a quantile at a confidence of 95 percent.
     *
     * @param values      finite values in any order
     * @param probability the probability of the quantile, above 0 and below 1
     * @return the estimate; empty if there are too few values
     */
    public static Optional<QuantileEstimate> of(double[] values, double probability) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted, probability);
    }

    /**
     * Estimates a quantile of values in ascending order at a confidence of 95 percent.
     *
     * @param sorted      finite values, ascending
     * @param probability the probability of the quantile, above 0 and below 1
     * @return the estimate; empty if there are too few values
     */
    public static Optional<QuantileEstimate> ofSorted(double[] sorted, double probability) {
        return ofSorted(sorted, probability, sorted.length);
    }

    /**
     * Estimates a quantile of values that may depend on those before them. The bounds are at the same shares of the
     * sample as for the equivalent number of independent values.
     *
     * @param sorted      finite values, ascending
     * @param probability the probability of the quantile, above 0 and below 1
     * @param worth       the equivalent number of independent values, from 1 to their number
     * @return the estimate; empty if there are too few values
     */
    public static Optional<QuantileEstimate> ofSorted(double[] sorted, double probability, int worth) {
        if (!(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException("A quantile to estimate lies between 0 and 1, not at " + probability);
        }
        if (!Quantiles.reaches(sorted.length, probability)) {
            return Optional.empty();
        }
        BinomialDistribution below = new BinomialDistribution(null, worth, probability);
        OptionalDouble low = lower(sorted, below, (1 - LEVEL) / 2);
        OptionalDouble high = upper(sorted, below, (1 - LEVEL) / 2);
        if (low.isEmpty()) {
            high = upper(sorted, below, 1 - LEVEL);
        } else if (high.isEmpty()) {
            low = lower(sorted, below, 1 - LEVEL);
        }
        return Optional
                .of(new QuantileEstimate(probability, Quantiles.ofSorted(sorted, probability), low, high, LEVEL));
    }

    /**
     * Returns the quantile with its interval.
     *
     * @return the estimate; a missing bound is infinite
     */
    public Estimate estimate() {
        return new Estimate(value, new Interval(low.orElse(Double.NEGATIVE_INFINITY),
                high.orElse(Double.POSITIVE_INFINITY), level));
    }

    /** Returns the largest value that lies above the true quantile with at most a small chance. */
    private static OptionalDouble lower(double[] sorted, BinomialDistribution below, double chance) {
        int rank = 0;
        int worth = below.getNumberOfTrials();
        int ranks = worth;
        while (rank < ranks) {
            int middle = (rank + ranks + 1) >>> 1;
            if (below.cumulativeProbability(middle - 1) <= chance) {
                rank = middle;
            } else {
                ranks = middle - 1;
            }
        }
        return rank == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sorted[Math.max(1, (int) ((long) rank * sorted.length / worth)) - 1]);
    }

    /** Returns the smallest value that lies below the true quantile with at most a small chance. */
    private static OptionalDouble upper(double[] sorted, BinomialDistribution below, double chance) {
        int rank = 1;
        int worth = below.getNumberOfTrials();
        int ranks = worth + 1;
        while (rank < ranks) {
            int middle = (rank + ranks) >>> 1;
            if (below.cumulativeProbability(middle - 1) >= 1 - chance) {
                ranks = middle;
            } else {
                rank = middle + 1;
            }
        }
        return rank > worth
                ? OptionalDouble.empty()
                : OptionalDouble.of(sorted[(int) (((long) rank * sorted.length + worth - 1) / worth) - 1]);
    }
}
