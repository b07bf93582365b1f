package dev.ipw.analysis.statistics;

import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;

/**
 * A test whether values of one sample tend to be larger than those of another (Mann and Whitney, 1947), as
 * {@code scipy.stats.mannwhitneyu} does by default: exact where a sample has at most 8 values and there is no tie,
 * otherwise by a normal distribution with corrections for ties and for continuity. Unlike SciPy, it is not exact if the
 * product of the sizes exceeds 10,000.
 */
public final class MannWhitney {
    private static final int SMALL = 8;
    private static final long MAX_EXACT_PAIRS = 10_000;
    private static final String NAME = "Mann-Whitney U";

    private final double[] first;
    private final double[] second;
    private double secondWins;
    private double tieTerm;

    private MannWhitney(double[] first, double[] second) {
        if (first.length == 0 || second.length == 0) {
            throw new IllegalArgumentException("A comparison of two samples needs values in both");
        }
        this.first = first.clone();
        this.second = second.clone();
        Arrays.sort(this.first);
        Arrays.sort(this.second);
        count();
    }

    /**
     * Tests two samples.
     *
     * @param first  at least one finite value, in any order
     * @param second at least one finite value, in any order
     * @return the number of pairs of one value each that the first sample wins, a tie counting half, and the
     *         probability
     */
    public static TestResult test(double[] first, double[] second) {
        return test(first, second, Dependence.none(first.length), Dependence.none(second.length));
    }

    /**
     * Tests two samples whose values may depend on those before them.
     *
     * @param first    at least one finite value
     * @param second   at least one finite value
     * @param ofFirst  the dependence of the first's ranks
     * @param ofSecond the same of the second
     * @return the number of pairs of one value each that the first sample wins, and the probability
     */
    public static TestResult test(double[] first, double[] second, Dependence ofFirst, Dependence ofSecond) {
        return new MannWhitney(first, second)
                .result(Dependence.together(ofFirst, 1.0 / first.length, ofSecond, 1.0 / second.length));
    }

    /**
     * Returns the rank of each value in its own sample, divided by the number of values.
     *
     * @param values finite
     * @return from 0 to 1, in the order of the values
     */
    public static double[] ranks(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Arrays.stream(values).map(value -> (double) Arrays.binarySearch(sorted, value) / sorted.length)
                .toArray();
    }

    /**
     * Returns the share of pairs in which the second sample's value is larger, minus the share in which it is smaller:
     * Cliff's delta, which is the rank-biserial correlation of independent samples.
     *
     * @param first  at least one finite value, in any order
     * @param second at least one finite value, in any order
     * @return from -1, where the second's are all smaller, to 1
     */
    public static double cliffsDelta(double[] first, double[] second) {
        MannWhitney counted = new MannWhitney(first, second);
        return 2 * counted.secondWins / counted.pairs() - 1;
    }

    private double pairs() {
        return (double) first.length * second.length;
    }

    private void count() {
        int ours = 0;
        int theirs = 0;
        while (ours < first.length || theirs < second.length) {
            double value = Math.min(ours < first.length ? first[ours] : Double.POSITIVE_INFINITY,
                    theirs < second.length ? second[theirs] : Double.POSITIVE_INFINITY);
            int oursBelow = ours;
            int theirsBelow = theirs;
            while (ours < first.length && first[ours] == value) {
                ours++;
            }
            while (theirs < second.length && second[theirs] == value) {
                theirs++;
            }
            double equal = (double) ours - oursBelow + theirs - theirsBelow;
            secondWins += (theirs - theirsBelow) * (oursBelow + (ours - oursBelow) / 2.0);
            tieTerm += equal * equal * equal - equal;
        }
    }

    private TestResult result(Dependence dependence) {
        double firstWins = pairs() - secondWins;
        double larger = Math.max(firstWins, secondWins);
        boolean isSmall = Math.min(first.length, second.length) <= SMALL && pairs() <= MAX_EXACT_PAIRS;
        if (!dependence.isAny() && isSmall && tieTerm == 0) {
            double[] law = NullLaws.wonPairs(Math.min(first.length, second.length),
                    Math.max(first.length, second.length));
            double tail = NullLaws.upTo(law, Math.round(pairs() - larger));
            return new TestResult(NAME, firstWins, Math.min(1, 2 * tail), TestResult.EXACT);
        }
        double all = (double) first.length + second.length;
        double variance = pairs() / 12 * (all + 1 - tieTerm / (all * (all - 1)));
        if (variance <= 0) {
            return new TestResult(NAME, firstWins, 1, TestResult.EXACT);
        }
        double z = (larger - pairs() / 2 - 0.5) / Math.sqrt(variance);
        return new TestResult(NAME, firstWins, dependence.pValue(Math.max(0, z)), dependence.method());
    }
}
