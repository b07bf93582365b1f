package dev.ipw.engine.statistics;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;

/** Compute the interval of a mean by Student's t: for few values that are roughly normal, such as the figures of whole runs. */
public final class StudentInterval {
    private StudentInterval() {}

    /**
     * Estimate a mean: m +- t(level, n - 1) s / sqrt(n).
     *
     * @param values at least two finite values
     * @param level  the confidence, above 0 and below 1
     * @return the mean with its interval
     */
    public static Estimate ofMean(double[] values, double level) {
        double deviation = Quantiles.standardDeviation(values);
        double mean = Arrays.stream(values).average().orElseThrow();
        double t = new TDistribution(null, values.length - 1.0).inverseCumulativeProbability((1 + level) / 2);
        double half = t * deviation / Math.sqrt(values.length);
        return new Estimate(mean, new Interval(mean - half, mean + half, level));
    }
}
