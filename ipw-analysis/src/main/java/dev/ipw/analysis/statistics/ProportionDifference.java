package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import dev.ipw.statistics.internal.Proportion;
import org.apache.commons.math3.distribution.HypergeometricDistribution;

/**
 * Differences of proportions, second minus first, with intervals derived from Wilson's: those of Newcombe (1998), which
 * stay inside -1 to 1 and have a width also where all trials succeeded.
 */
public final class ProportionDifference {
    private static final double EQUAL = 1e-7;

    private ProportionDifference() {}

    /**
     * Subtracts proportions of trials that may depend on those before them.
     *
     * @param first    at least one trial
     * @param second   at least one trial
     * @param ofFirst  the dependence of the first's successes
     * @param ofSecond the same of the second
     * @param level    the confidence, for example 0.95
     * @return second - first
     */
    public static Estimate ofIndependent(Proportion first, Proportion second, Dependence ofFirst,
            Dependence ofSecond, double level) {
        return estimate(first, second, 0, first.wilson(level, ofFirst), second.wilson(level, ofSecond));
    }

    /**
     * Subtracts proportions of pairs that may depend on those before them.
     *
     * @param both       pairs that succeeded twice
     * @param onlyFirst  pairs in which only the first succeeded
     * @param onlySecond pairs in which only the second succeeded
     * @param neither    pairs in which both failed; not all four are 0
     * @param dependence the dependence of the differences of the pairs
     * @param level      the confidence, for example 0.95
     * @return second - first
     */
    public static Estimate ofPairs(long both, long onlyFirst, long onlySecond, long neither, Dependence dependence,
            double level) {
        long pairs = both + onlyFirst + onlySecond + neither;
        double margins = Math.sqrt((double) (both + onlyFirst) * (onlySecond + neither))
                * Math.sqrt((double) (both + onlySecond) * (onlyFirst + neither));
        double excess = (double) both * neither - (double) onlyFirst * onlySecond;
        double corrected = excess > 0 ? Math.max(0, excess - pairs / 2.0) : excess;
        Proportion first = new Proportion(both + onlyFirst, pairs);
        Proportion second = new Proportion(both + onlySecond, pairs);
        return estimate(first, second, margins > 0 ? corrected / margins : 0, first.wilson(level, dependence),
                second.wilson(level, dependence));
    }

    private static Estimate estimate(Proportion first, Proportion second, double correlation, Interval one,
            Interval other) {
        double difference = second.value() - first.value();
        double down = distance(second.value() - other.low(), one.high() - first.value(), correlation);
        double up = distance(other.high() - second.value(), first.value() - one.low(), correlation);
        return new Estimate(difference, new Interval(difference - down, difference + up, one.level()));
    }

    private static double distance(double ofSecond, double ofFirst, double correlation) {
        return Math.sqrt(
                Math.max(0, ofSecond * ofSecond - 2 * correlation * ofSecond * ofFirst + ofFirst * ofFirst));
    }

    /**
     * Tests whether two proportions of independent trials are the same (Fisher, 1922), exactly, as
     * {@code scipy.stats.fisher_exact} does.
     *
     * @param first  any number of trials, below 2 to the 30
     * @param second any number of trials, below 2 to the 30
     * @return the successes of the first, and the total probability of all tables that are at most as likely
     */
    public static TestResult test(Proportion first, Proportion second) {
        int all = Math.toIntExact(first.trials() + second.trials());
        int successes = Math.toIntExact(first.successes() + second.successes());
        int drawn = Math.toIntExact(first.trials());
        double sum = 0;
        if (all > 0) {
            HypergeometricDistribution law = new HypergeometricDistribution(null, all, successes, drawn);
            double ours = law.probability(Math.toIntExact(first.successes()));
            for (int count = law.getSupportLowerBound(); count <= law.getSupportUpperBound(); count++) {
                double probability = law.probability(count);
                sum += probability <= ours * (1 + EQUAL) ? probability : 0;
            }
        }
        return new TestResult("Fisher exact", first.successes(), all > 0 ? Math.min(1, sum) : 1, TestResult.EXACT);
    }

    /**
     * Tests whether two proportions are the same whose trials may depend on those before them: exactly without a
     * memory, otherwise by Student's t.
     *
     * @param first    at least one trial
     * @param second   at least one trial
     * @param ofFirst  the dependence of the first's successes
     * @param ofSecond the same of the second
     * @return the successes of the first, and the probability
     */
    public static TestResult test(Proportion first, Proportion second, Dependence ofFirst, Dependence ofSecond) {
        if (!ofFirst.isAny() && !ofSecond.isAny()) {
            return test(first, second);
        }
        double share = (double) (first.successes() + second.successes()) / (first.trials() + second.trials());
        double one = share * (1 - share) / first.trials();
        double other = share * (1 - share) / second.trials();
        double p = one > 0
                ? Dependence.together(ofFirst, one, ofSecond, other)
                        .pValue((second.value() - first.value()) / Math.sqrt(one + other))
                : 1;
        return new TestResult("Two proportions", first.successes(), p, TestResult.EFFECTIVE);
    }
}
