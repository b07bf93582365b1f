package dev.ipw.analysis.comparison.internal;

import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A difference whose error is estimated from few runs.
 *
 * @param value   the difference
 * @param error   its standard error; 0 where the runs show no chance
 * @param degrees the degrees of freedom of the error
 */
record StudentDifference(double value, double error, int degrees) {
    /** Returns the interval, which reaches at least as far below and above the value as another one. */
    Interval interval(Interval least) {
        double half = new TDistribution(null, degrees).inverseCumulativeProbability((1 + Finding.LEVEL) / 2) * error;
        return new Interval(value - Math.max(half, least.low()), value + Math.max(half, least.high()), Finding.LEVEL);
    }

    /** Tests against no difference; empty where the runs show no chance. */
    Optional<TestResult> tested(String name) {
        if (error == 0) {
            return Optional.empty();
        }
        double t = value / error;
        double p = Math.min(1, 2 * new TDistribution(null, degrees).cumulativeProbability(-Math.abs(t)));
        return Optional.of(new TestResult(name, t, p, "Student's t"));
    }
}
