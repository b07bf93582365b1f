package dev.ipw.statistics.internal;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;

/** The interval of a mean by Student's t: for few values that are roughly normal, such as the figures of whole runs. */
public final class StudentInterval {
    private StudentInterval() {}

    /**
     * Estimates a mean: m +- t(level, n - 1) s / sqrt(n).
     *
     * @param values at least two finite values
     * @param level  the confidence, above 0 and below 1
     * @return the mean with its interval
     */
    public static Estimate ofMean(double[] values, double level) {
        double deviation = Quantiles.standardDeviation(values);
        double mean = Arrays.stream(values).average().orElseThrow();
        double half = quantile(values.length - 1.0, level) * deviation / Math.sqrt(values.length);
        return new Estimate(mean, new Interval(mean - half, mean + half, level));
    }

    /**
     * Returns the half width of an interval of a mean in standard errors.
     *
     * @param freedom the degrees of freedom, above 0
     * @param level   the confidence, above 0 and below 1
     * @return Student's quantile
     */
    public static double quantile(double freedom, double level) {
        return new TDistribution(null, freedom).inverseCumulativeProbability((1 + level) / 2);
    }
}
