package dev.ipw.junit;

import dev.ipw.engine.statistics.Dependence;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Estimate the mean of a quantity that is measured again and again, with an interval that may be looked at after every value.
 *
 * <p>A usual t interval that is looked at after each repetition, until it lies where one wants it, is wrong far more often than
 * it says. This one is a confidence sequence: with its level, it holds the mean at all looks together. It inverts the t test of
 * right Haar prior for the deviation and N(0, g) for the effect size; the ratio of its marginal likelihoods is a nonnegative
 * martingale under each normal distribution of the mean in question, whatever its deviation, so that by Ville's inequality it
 * seldom ever reaches 1 / error:
 *
 * <pre>{@code
 * (1 + n g)^(-1/2) ((1 + t² / v) / (1 + t² / (v (1 + n g))))^((v + 1) / 2) < 1 / error,   v = n - 1
 * }</pre>
 *
 * <p>T. L. Lai, On confidence sequences, Annals of Statistics 4 (1976); J. N. Rouder and others, Bayesian t tests, Psychonomic
 * Bulletin and Review 16 (2009); A. Hendriksen, R. de Heide and P. Grünwald, Optional stopping with Bayes factors, Bayesian
 * Analysis 16 (2021); H. Wang and A. Ramdas, Anytime-valid t-tests and confidence sequences for Gaussian means with unknown
 * variance, Sequential Analysis 44 (2025).
 *
 * <p>Each value has bounds of its own, from the resolution of its sensor. The lower end of the interval is that of the lower
 * bounds, the upper one that of the upper bounds. Where values follow those before them, they count as the smaller number of
 * independent ones that they are worth.
 */
final class RepeatedMean {
    /** The variance of effect sizes looked for: costs and budgets usually lie several deviations apart. */
    private static final double EFFECT_VARIANCE = 10;
    private static final int MOST_FORESEEN = 1_000_000;

    private final double confidence;
    private double[] values = new double[32];
    private double[] lower = new double[32];
    private double[] upper = new double[32];
    private int count;

    /**
     * Begin without values.
     *
     * @param confidence how sure the interval is, from 0 to 1
     */
    RepeatedMean(double confidence) {
        this.confidence = confidence;
    }

    /** Take a value in, between its bounds. */
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

    /** Return the mean and its interval, which has no ends before there are enough values. */
    Estimate estimate() {
        return new Estimate(mean(values), interval());
    }

    /** Return the same of a quantity that cannot be negative, whose interval cannot be either. */
    Estimate estimateAboveZero() {
        Interval whole = interval();
        return new Estimate(mean(values), new Interval(Math.max(0, whole.low()), whole.high(), whole.level()));
    }

    Interval interval() {
        if (count < 2) {
            return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
        }
        double worth = Dependence.of(Arrays.copyOf(values, count)).effectiveSize();
        return new Interval(mean(lower) - reach(worth, deviation(lower)), mean(upper) + reach(worth, deviation(upper)),
                confidence);
    }

    /** Return the mean of the lower and that of the upper bounds: what the sensor alone leaves open. */
    Interval resolution() {
        return new Interval(mean(lower), mean(upper), 1);
    }

    /** Return whether the whole interval lies below a limit. */
    boolean isBelow(double limit) {
        return interval().high() < limit;
    }

    /** Return whether the whole interval lies above a limit. */
    boolean isAbove(double limit) {
        return interval().low() > limit;
    }

    boolean isDecided(double limit) {
        Interval now = interval();
        return now.high() < limit || now.low() > limit;
    }

    /**
     * Foresee how many values like those so far would decide.
     *
     * @return how many in all; empty if no number would, since the limit lies within the bounds of the sensor, or too many
     */
    OptionalInt enoughFor(double limit) {
        boolean isBelow = mean(values) < limit;
        double gap = isBelow ? limit - mean(upper) : mean(lower) - limit;
        if (count < 2 || !(gap > 0)) {
            return OptionalInt.empty();
        }
        double spread = deviation(isBelow ? upper : lower);
        double inflation = Dependence.of(Arrays.copyOf(values, count)).inflation();
        for (int number = count + 1; number <= MOST_FORESEEN; number += 1 + number / 20) {
            if (reach(number / inflation, spread) < gap) {
                return OptionalInt.of(number);
            }
        }
        return OptionalInt.empty();
    }

    /** Return how far the interval reaches beyond the mean of so many independent values. */
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

    private double mean(double[] numbers) {
        return Arrays.stream(numbers, 0, count).average().orElse(Double.NaN);
    }

    private double deviation(double[] numbers) {
        return Quantiles.standardDeviation(Arrays.copyOf(numbers, count));
    }
}
