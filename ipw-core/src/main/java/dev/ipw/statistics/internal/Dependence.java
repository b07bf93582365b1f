package dev.ipw.statistics.internal;

import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.series.SeriesInflation;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The dependence of autocorrelated values, which widens an interval: a mean of n such values varies as one of n /
 * inflation independent values does. Independent values have an inflation of exactly 1, so that everything computed
 * with it is unchanged for them.
 *
 * @param inflation     the factor on the variance of a mean, at least 1
 * @param effectiveSize the equivalent number of independent values, above 0 and at most the length
 */
public record Dependence(double inflation, double effectiveSize) {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /**
     * Returns the dependence of independent values, which changes nothing.
     *
     * @param length the number of values
     * @return an inflation of 1
     */
    public static Dependence none(int length) {
        return new Dependence(1, length);
    }

    /**
     * Estimates the dependence of a series.
     *
     * @param series finite values in the order of time
     * @return the dependence; {@link #none} if independence is plausible, the series does not vary, or is short
     * @throws IllegalArgumentException if a value is not finite
     */
    public static Dependence of(double[] series) {
        double inflation = SeriesInflation.of(series);
        return new Dependence(inflation, series.length / inflation);
    }

    /**
     * Returns whether anything is wider than for independent values.
     *
     * @return true if the inflation is above 1
     */
    public boolean isAny() {
        return inflation > 1;
    }

    /**
     * Returns the factor that widens an interval: by the root of the inflation, and by Student's t where the series is
     * worth few independent values.
     *
     * @param level the confidence, for example 0.95
     * @return at least 1
     */
    public double wideningFactor(double level) {
        double tail = (1 + level) / 2;
        return isAny() ? Math.sqrt(inflation) * quantile(tail) / NORMAL.inverseCumulativeProbability(tail) : 1;
    }

    /**
     * Returns the probability of a deviation that would be normal and that was computed with the variance of
     * independent values.
     *
     * @param deviation the deviation in standard deviations of independent values
     * @return the two-sided probability
     */
    public double pValue(double deviation) {
        double size = Math.abs(deviation) / Math.sqrt(inflation);
        return Math.min(1, 2 * (isAny() ? law().cumulativeProbability(-size) : NORMAL.cumulativeProbability(-size)));
    }

    /**
     * Combines the dependence of two independent series for their difference; the degrees of freedom are those of Welch
     * (1947).
     *
     * @param first          the first series'
     * @param firstVariance  the variance of its figure if its values were independent
     * @param second         the second series'
     * @param secondVariance the same of the second
     * @return the dependence of the difference; {@link #effectiveSize()} is one more than the degrees of freedom
     */
    public static Dependence together(Dependence first, double firstVariance, Dependence second,
            double secondVariance) {
        double ofFirst = first.inflation * firstVariance;
        double ofSecond = second.inflation * secondVariance;
        double all = ofFirst + ofSecond;
        if (!(first.isAny() || second.isAny()) || !(all > 0)) {
            return new Dependence(1, first.effectiveSize + second.effectiveSize);
        }
        double freedom = all * all / (ofFirst * ofFirst / Math.max(1, first.effectiveSize - 1)
                + ofSecond * ofSecond / Math.max(1, second.effectiveSize - 1));
        return new Dependence(Math.max(1, all / (firstVariance + secondVariance)), freedom + 1);
    }

    /**
     * Returns the stronger of two, for pairs whose order in time differs between the two sides.
     *
     * @param other another estimate of the same values
     * @return the one with the larger inflation
     */
    public Dependence orStronger(Dependence other) {
        return other.inflation > inflation ? other : this;
    }

    /**
     * Computes the quantile of Student's distribution for the effective size, or the normal one without memory.
     *
     * @param probability above 0 and below 1
     * @return the quantile
     */
    public double quantile(double probability) {
        return isAny()
                ? law().inverseCumulativeProbability(probability)
                : NORMAL.inverseCumulativeProbability(probability);
    }

    private TDistribution law() {
        return new TDistribution(null, Math.max(1, effectiveSize - 1));
    }

    /**
     * Returns the number of independent values that are equivalent to the sample.
     *
     * @param length the number of values in the sample
     * @return at least 1; the length where values do not depend on those before them
     */
    public int worth(int length) {
        return isAny() ? Math.max(1, (int) effectiveSize) : length;
    }

    /** Returns the method of a test that uses the normal distribution. */
    public String method() {
        return isAny() ? TestResult.EFFECTIVE : TestResult.NORMAL;
    }
}
