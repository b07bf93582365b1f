package dev.ipw.junit;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.internal.series.SeriesInflation;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The mean of a repeatedly measured quantity, with an interval that is valid after every value.
 *
 * <p>A usual t interval that is checked after each repetition, until it has the wanted position, is wrong far more
 * often than its level. This one is a confidence sequence: with the probability of its level, it contains the mean at
 * all checks together. It inverts the t test of right Haar prior for the deviation and N(0, g) for the effect size;
 * the ratio of its marginal likelihoods is a nonnegative martingale under each normal distribution of the mean in
 * question with any deviation, so that by Ville's inequality the probability that it ever reaches 1 / error is at
 * most the error. The interval contains the means for which the ratio is below that:
 *
 * <pre>{@code
 * (1 + n g)^(-1/2) ((1 + t² / v) / (1 + t² / (v (1 + n g))))^((v + 1) / 2) < 1 / error,   v = n - 1
 * }</pre>
 *
 * <p>T. L. Lai, On confidence sequences, Annals of Statistics 4 (1976); J. N. Rouder and others, Bayesian t tests,
 * Psychonomic Bulletin and Review 16 (2009); A. Hendriksen, R. de Heide and P. Grünwald, Optional stopping with Bayes
 * factors, Bayesian Analysis 16 (2021); H. Wang and A. Ramdas, Anytime-valid t-tests and confidence sequences for
 * Gaussian means with unknown variance, Sequential Analysis 44 (2025).
 *
 * <p>Each value has bounds of its own, from the resolution of its sensor. The lower end of the interval is that of
 * the lower bounds, the upper one that of the upper bounds. Dependent values count as the smaller number of
 * independent values with the same information.
 */
final class RepeatedMean {
    /** The variance of the expected effect sizes: costs and budgets usually differ by several deviations. */
    private static final double EFFECT_VARIANCE = 10;
    private static final int MAX_FORESEEN = 1_000_000;

    private final double confidence;
    private double[] values = new double[32];
    private double[] lower = new double[32];
    private double[] upper = new double[32];
    private int count;

    /**
     * Creates a mean without values.
     *
     * @param confidence the level of the interval, from 0 to 1
     */
    RepeatedMean(double confidence) {
        this.confidence = confidence;
    }

    /** Adds a value with its bounds. */
    void add(double value, double least, double most) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
            lower = Arrays.copyOf(lower, 2 * count);
            upper = Arrays.copyOf(upper, 2 * count);
        }
        values[count] = value;
        lower[count] = least;
        upper[count] = most;
        count++;
    }

    int count() {
        return count;
    }

    /** Returns the mean and its interval, which has infinite bounds before there are enough values. */
    Estimate estimate() {
        return new Estimate(mean(values), interval());
    }

    /** Returns the estimate of a quantity that cannot be negative, with a non-negative interval. */
    Estimate estimateAboveZero() {
        Interval whole = interval();
        return new Estimate(mean(values), new Interval(Math.max(0, whole.low()), whole.high(), whole.level()));
    }

    Interval interval() {
        if (count < 2) {
            return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
        }
        double worth = count / inflation();
        return new Interval(mean(lower) - reach(worth, deviation(lower)), mean(upper) + reach(worth, deviation(upper)),
                confidence);
    }

    /** Returns the mean of the lower and that of the upper bounds: the uncertainty from the sensor alone. */
    Interval resolution() {
        return new Interval(mean(lower), mean(upper), 1);
    }

    /** Returns whether the whole interval lies below a limit. */
    boolean isBelow(double limit) {
        return interval().high() < limit;
    }

    /** Returns whether the whole interval lies above a limit. */
    boolean isAbove(double limit) {
        return interval().low() > limit;
    }

    boolean isDecided(double limit) {
        Interval now = interval();
        return now.high() < limit || now.low() > limit;
    }

    /**
     * Predicts the number of similar values that would decide.
     *
     * @return the number in total; empty if the limit lies within the bounds of the sensor, or if too many would be
     *         needed
     */
    OptionalInt enoughFor(double limit) {
        boolean isBelow = mean(values) < limit;
        double gap = isBelow ? limit - mean(upper) : mean(lower) - limit;
        if (count < 2 || !(gap > 0)) {
            return OptionalInt.empty();
        }
        double spread = deviation(isBelow ? upper : lower);
        double inflation = inflation();
        for (int number = count + 1; number <= MAX_FORESEEN; number += 1 + number / 20) {
            if (reach(number / inflation, spread) < gap) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    /** Returns the half-width of the interval for a number of independent values. */
    private double reach(double number, double deviation) {
        double freedom = number - 1;
        double shrinking = 1 + number * EFFECT_VARIANCE;
        double ratio = freedom > 0
                ? Math.pow(Math.sqrt(shrinking) / (1 - confidence), 2 / (freedom + 1))
                : Double.POSITIVE_INFINITY;
        if (!(ratio < shrinking)) {
            return Double.POSITIVE_INFINITY;
        }
        double squaredT = freedom * (ratio - 1) / (1 - ratio / shrinking);
        return Math.sqrt(squaredT / number) * deviation;
    }

    private double inflation() {
        return SeriesInflation.of(Arrays.copyOf(values, count));
    }

    private double mean(double[] numbers) {
        return Arrays.stream(numbers, 0, count).average().orElse(Double.NaN);
    }

    private double deviation(double[] numbers) {
        return Quantiles.standardDeviation(Arrays.copyOf(numbers, count));
    }
}
