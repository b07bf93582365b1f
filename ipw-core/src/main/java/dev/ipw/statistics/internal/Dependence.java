package dev.ipw.statistics.internal;

import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.TestResult;
import java.util.Arrays;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The dependence of autocorrelated values, which widens an interval: a mean of n such values varies as one of n /
 * inflation independent values does. Independent values have an inflation of exactly 1, so that everything computed
 * with it is unchanged for them.
 *
 * <p>The inflation is the larger of two estimates, because each is too small where the other is not: that of a series
 * whose memory fades by the same share at each step, corrected for the bias of its correlation in short series
 * (Marriott and Pope, 1954), and the sum of the measured correlations (Geyer, 1992). A drift counts as one draw: had
 * the run begun elsewhere on it, all values would lie elsewhere. Long series are put into batches first, so the time
 * grows with their length.
 *
 * @param inflation     the factor on the variance of a mean, at least 1
 * @param effectiveSize the equivalent number of independent values, above 0 and at most the length
 */
public record Dependence(double inflation, double effectiveSize) {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    private static final int MIN = 8;
    private static final int MAX_BATCHES = 4096;
    private static final int FEW_BATCHES = 12;
    private static final double LAG_ONE_SURE = 1.645;
    private static final double BATCHES_SURE = 0.99;
    private static final double DRIFT_SURE = 0.97;

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
     * @return the dependence; {@link #none} if independence is plausible, the series does not vary, or is shorter than
     *         {@value #MIN}
     * @throws IllegalArgumentException if a value is not finite
     */
    public static Dependence of(double[] series) {
        if (!Arrays.stream(series).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("A series has finite values only; leave out what is not known");
        }
        double largest = Arrays.stream(series).map(Math::abs).max().orElse(0);
        // Squares of very large or small values exceed the range of a double; scaling by a power of two changes no
        // digit.
        int exponent = largest > 0 ? Math.getExponent(largest) : 0;
        return ofScaled(Arrays.stream(series).map(value -> Math.scalb(value, -exponent)).toArray());
    }

    private static Dependence ofScaled(double[] series) {
        int count = series.length;
        double variance = count < MIN ? 0 : Math.pow(Quantiles.standardDeviation(series), 2);
        if (!(variance > 0) || looksIndependent(series, variance)) {
            return none(count);
        }
        int size = (count + MAX_BATCHES - 1) / MAX_BATCHES;
        double[] batches = batches(series, size);
        double ofBatches = Math.pow(Quantiles.standardDeviation(batches), 2);
        double inflation = size * ofBatches / variance * inflationOf(batches);
        return new Dependence(Math.clamp(inflation, 1, count), count / Math.clamp(inflation, 1, count));
    }

    /**
     * Returns whether the series looks independent: neighbours show a memory, a few long batches show a drift that no
     * two neighbours show.
     */
    private static boolean looksIndependent(double[] series, double variance) {
        boolean neighbours = Autocorrelation.ofLagOne(series) <= LAG_ONE_SURE / Math.sqrt(series.length);
        int size = series.length / FEW_BATCHES;
        if (size < 2) {
            return neighbours;
        }
        double[] few = batches(series, size);
        double ratio = size * Math.pow(Quantiles.standardDeviation(few), 2) / variance;
        double bound = new ChiSquaredDistribution(null, few.length - 1.0).inverseCumulativeProbability(BATCHES_SURE)
                / (few.length - 1);
        return neighbours && ratio <= bound;
    }

    private static double[] batches(double[] series, int size) {
        double[] batches = new double[series.length / size];
        Arrays.setAll(batches, batch -> {
            double sum = 0;
            for (int index = batch * size; index < (batch + 1) * size; index++) {
                sum += series[index];
            }
            return sum / size;
        });
        return batches;
    }

    private static double inflationOf(double[] series) {
        int count = series.length;
        double[] rest = series.clone();
        double share = takeDriftOut(rest);
        double memory = ofMemory(rest);
        double worth = Math.max(1, count / memory);
        double slope = Math.sqrt(share / Math.max(1e-12, 1 - share) * Math.max(1, count - 2) / memory);
        boolean drifts = share > 1 - 1e-9
                || slope > new TDistribution(null, Math.max(1, worth - 2)).inverseCumulativeProbability(DRIFT_SURE);
        return drifts ? share * count + (1 - share) * memory : ofMemory(series);
    }

    /** Subtracts the straight line of least squares; returns its share of the variance. */
    private static double takeDriftOut(double[] series) {
        double middle = (series.length - 1) / 2.0;
        double mean = Arrays.stream(series).average().orElseThrow();
        double products = 0;
        double squares = 0;
        double all = 0;
        for (int index = 0; index < series.length; index++) {
            products += (index - middle) * (series[index] - mean);
            squares += (index - middle) * (index - middle);
            all += (series[index] - mean) * (series[index] - mean);
        }
        double slope = products / squares;
        for (int index = 0; index < series.length; index++) {
            series[index] -= mean + slope * (index - middle);
        }
        return all > 0 ? Math.min(1, slope * products / all) : 0;
    }

    private static double ofMemory(double[] series) {
        double count = series.length;
        double lagOne = Autocorrelation.ofLagOne(series);
        double corrected = Math.min(lagOne + (1 + 3 * lagOne) / count, (count - 1) / (count + 1));
        double fading = (1 + corrected) / (1 - corrected);
        double summed = count / Autocorrelation.effectiveSize(series);
        double larger = Math.clamp(Math.max(fading, summed), 1, count);
        // The variance of a series with a memory is too small as well, because the mean follows it.
        return larger / Math.max(1 / count, 1 - larger / count);
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
