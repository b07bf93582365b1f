package dev.ipw.analysis.statistics;

import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;

/**
 * A test whether two samples come from one distribution, sensitive to any difference (Smirnov, 1939). Up to 10,000
 * values in the larger sample the probability is exact without ties and conservative with them, as that of
 * {@code scipy.stats.ks_2samp}; above it is that of Kolmogorov's limit.
 */
public final class KolmogorovSmirnov {
    private static final int MAX_EXACT = 10_000;
    private static final double BELOW = 1e-9;
    private static final String NAME = "Kolmogorov-Smirnov";

    private KolmogorovSmirnov() {}

    /**
     * Tests two samples.
     *
     * @param first  at least one finite value, in any order
     * @param second at least one finite value, in any order
     * @return the largest distance between the two empirical distributions, and its probability
     */
    public static TestResult test(double[] first, double[] second) {
        if (first.length == 0 || second.length == 0) {
            throw new IllegalArgumentException("A comparison of two samples needs values in both");
        }
        double distance = distance(first, second);
        if (Math.max(first.length, second.length) <= MAX_EXACT) {
            return new TestResult(NAME, distance, outside(first.length, second.length, distance), TestResult.EXACT);
        }
        return new TestResult(NAME, distance, limit(distance, first.length, second.length), "limit");
    }

    /**
     * Tests two samples whose values may depend on those before them: by the limit, for the equivalent number of
     * independent values.
     *
     * @param first    at least one finite value
     * @param second   at least one finite value
     * @param ofFirst  the dependence of the first's ranks
     * @param ofSecond the same of the second
     * @return the largest distance between the two empirical distributions, and its probability
     */
    public static TestResult test(double[] first, double[] second, Dependence ofFirst, Dependence ofSecond) {
        if (!ofFirst.isAny() && !ofSecond.isAny()) {
            return test(first, second);
        }
        double distance = distance(first, second);
        return new TestResult(NAME, distance, limit(distance, ofFirst.effectiveSize(), ofSecond.effectiveSize()),
                TestResult.EFFECTIVE);
    }

    private static double limit(double distance, double first, double second) {
        return limit(Math.sqrt(first / (first + second) * second) * distance);
    }

    private static double distance(double[] first, double[] second) {
        double[] ours = first.clone();
        double[] theirs = second.clone();
        Arrays.sort(ours);
        Arrays.sort(theirs);
        int our = 0;
        int their = 0;
        double distance = 0;
        while (our < ours.length && their < theirs.length) {
            double value = Math.min(ours[our], theirs[their]);
            while (our < ours.length && ours[our] == value) {
                our++;
            }
            while (their < theirs.length && theirs[their] == value) {
                their++;
            }
            distance = Math.max(distance, Math.abs((double) our / ours.length - (double) their / theirs.length));
        }
        return distance;
    }

    /**
     * Computes the probability that a random path through both samples, in ascending order, gets as far from the
     * diagonal. Each point has the probability of having been outside on any path that leads to it.
     */
    private static double outside(int first, int second, double distance) {
        double bound = distance * first * second * (1 - BELOW);
        double[] been = new double[second + 1];
        for (int their = 1; their <= second; their++) {
            been[their] = (double) their * first >= bound ? 1 : been[their - 1];
        }
        been[0] = bound <= 0 ? 1 : 0;
        for (int our = 1; our <= first; our++) {
            been[0] = (double) our * second >= bound ? 1 : been[0];
            for (int their = 1; their <= second; their++) {
                double apart = Math.abs((double) our * second - (double) their * first);
                been[their] = apart >= bound
                        ? 1
                        : (our * been[their] + their * been[their - 1]) / (our + their);
            }
        }
        return Math.min(1, been[second]);
    }

    /**
     * Sums Kolmogorov's series, in the form that converges fast: for small arguments that of Jacobi's theta function.
     */
    static double limit(double argument) {
        if (argument < 1) {
            double below = 0;
            for (int odd = 1; odd < 40 && argument > 0; odd += 2) {
                below += Math.exp(-(odd * odd * Math.PI * Math.PI) / (8 * argument * argument));
            }
            return argument > 0 ? Math.clamp(1 - below * Math.sqrt(2 * Math.PI) / argument, 0, 1) : 1;
        }
        double above = 0;
        for (int term = 1; term < 20; term++) {
            above += (term % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * term * term * argument * argument);
        }
        return Math.clamp(above, 0, 1);
    }
}
