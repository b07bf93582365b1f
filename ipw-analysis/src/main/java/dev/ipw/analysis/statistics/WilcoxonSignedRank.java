package dev.ipw.analysis.statistics;

import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;

/**
 * A test whether differences of pairs are centred at zero (Wilcoxon, 1945), as {@code scipy.stats.wilcoxon} does by
 * default: differences of zero are omitted; the probability is exact for up to 50 pairs without ties and zeros and for
 * up to 13 with them, otherwise that of a normal distribution, its variance corrected for ties, without a correction
 * for continuity.
 */
public final class WilcoxonSignedRank {
    private static final int MAX_EXACT = 50;
    private static final int MAX_EXACT_WITH_TIES = 13;
    private static final String NAME = "Wilcoxon signed rank";

    private final int pairs;
    private final double[] positive;
    private final double[] negative;
    private double positiveRanks;
    private double tieTerm;
    private boolean isTied;

    private WilcoxonSignedRank(double[] differences) {
        pairs = differences.length;
        positive = Arrays.stream(differences).filter(one -> one > 0).sorted().toArray();
        negative = Arrays.stream(differences).filter(one -> one < 0).map(one -> -one).sorted().toArray();
        rank();
    }

    /**
     * Tests differences that may depend on those before them.
     *
     * @param differences finite, second minus first
     * @param dependence  the dependence of their signed ranks
     * @return the smaller sum of ranks, and its probability
     */
    public static TestResult test(double[] differences, Dependence dependence) {
        return new WilcoxonSignedRank(differences).result(dependence);
    }

    /**
     * Returns the signed rank of each difference, divided by their number: the terms of the test.
     *
     * @param differences finite, second minus first
     * @return from -1 to 1, in the order of the differences
     */
    public static double[] signedRanks(double[] differences) {
        double[] sizes = Arrays.stream(differences).map(Math::abs).sorted().toArray();
        return Arrays.stream(differences)
                .map(one -> Math.signum(one) * (Arrays.binarySearch(sizes, Math.abs(one)) + 1) / sizes.length)
                .toArray();
    }

    /**
     * Returns the asymmetry of the signed ranks: the rank-biserial correlation of pairs.
     *
     * @param differences finite, in any order, second minus first
     * @return from -1, where all differences are negative, to 1; 0 where all are zero
     */
    public static double rankBiserial(double[] differences) {
        WilcoxonSignedRank ranked = new WilcoxonSignedRank(differences);
        double all = ranked.rankSum();
        return all == 0 ? 0 : 2 * ranked.positiveRanks / all - 1;
    }

    /** Merges both sides by size; equal sizes share the mean of their ranks. */
    private void rank() {
        int up = 0;
        int down = 0;
        while (up < positive.length || down < negative.length) {
            double size = Math.min(up < positive.length ? positive[up] : Double.POSITIVE_INFINITY,
                    down < negative.length ? negative[down] : Double.POSITIVE_INFINITY);
            int before = up + down;
            int ups = up;
            while (up < positive.length && positive[up] == size) {
                up++;
            }
            while (down < negative.length && negative[down] == size) {
                down++;
            }
            double equal = (double) up + down - before;
            positiveRanks += (up - ups) * (before + (equal + 1) / 2);
            tieTerm += equal * equal * equal - equal;
            isTied |= equal > 1;
        }
    }

    private double count() {
        return (double) positive.length + negative.length;
    }

    private double rankSum() {
        return count() * (count() + 1) / 2;
    }

    private TestResult result(Dependence dependence) {
        double statistic = Math.min(positiveRanks, rankSum() - positiveRanks);
        if (count() == 0) {
            return new TestResult(NAME, 0, 1, TestResult.EXACT);
        }
        boolean isPlain = !isTied && count() == pairs;
        if (!dependence.isAny() && pairs <= (isPlain ? MAX_EXACT : MAX_EXACT_WITH_TIES)) {
            double tail = NullLaws.upTo(NullLaws.signedRankSums(doubledRanks()), Math.round(2 * statistic));
            return new TestResult(NAME, statistic, Math.min(1, 2 * tail), TestResult.EXACT);
        }
        double count = count();
        double deviation = Math.sqrt((count * (count + 1) * (2 * count + 1) - tieTerm / 2) / 24);
        double z = (statistic - rankSum() / 2) / deviation;
        return new TestResult(NAME, statistic, dependence.pValue(z), dependence.method());
    }

    private int[] doubledRanks() {
        double[] sizes = new double[positive.length + negative.length];
        System.arraycopy(positive, 0, sizes, 0, positive.length);
        System.arraycopy(negative, 0, sizes, positive.length, negative.length);
        Arrays.sort(sizes);
        int[] doubled = new int[sizes.length];
        for (int from = 0; from < sizes.length;) {
            int to = from;
            while (to < sizes.length && sizes[to] == sizes[from]) {
                to++;
            }
            Arrays.fill(doubled, from, to, from + to + 1);
            from = to;
        }
        return doubled;
    }
}
