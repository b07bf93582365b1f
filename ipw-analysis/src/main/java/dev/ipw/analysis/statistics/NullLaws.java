package dev.ipw.analysis.statistics;

import java.util.Arrays;

/** The exact distributions of rank statistics without an effect. */
final class NullLaws {
    private NullLaws() {}

    /**
     * Computes the law of the sum of ranks with a positive sign, both signs being equally likely.
     *
     * @param doubledRanks twice each rank, so that the mean rank of ties is whole
     * @return the probability of each doubled sum, from 0
     */
    static double[] signedRankSums(int[] doubledRanks) {
        double[] law = new double[Arrays.stream(doubledRanks).sum() + 1];
        law[0] = 1;
        int reached = 0;
        for (int rank : doubledRanks) {
            reached += rank;
            for (int sum = reached; sum >= 0; sum--) {
                law[sum] = (law[sum] + (sum >= rank ? law[sum - rank] : 0)) / 2;
            }
        }
        return law;
    }

    /**
     * Computes the law of the number of pairs of one value each that the first sample wins, without ties.
     *
     * @param first  the size of one sample
     * @param second the size of the other
     * @return the probability of each number of pairs, from 0
     */
    static double[] wonPairs(int first, int second) {
        double[][] before = new double[first + 1][];
        Arrays.setAll(before, size -> new double[]{1});
        for (int other = 1; other <= second; other++) {
            double[][] now = new double[first + 1][];
            now[0] = new double[]{1};
            for (int size = 1; size <= first; size++) {
                // Either the largest value of all is the first sample's and wins against all others, or it is the
                // second's.
                double[] law = new double[size * other + 1];
                double ours = (double) size / (size + other);
                for (int won = 0; won < law.length; won++) {
                    double largest = won >= other ? now[size - 1][won - other] : 0;
                    double smaller = won < before[size].length ? before[size][won] : 0;
                    law[won] = ours * largest + (1 - ours) * smaller;
                }
                now[size] = law;
            }
            before = now;
        }
        return before[first];
    }

    /** Sums the probabilities from 0 up to a figure. */
    static double upTo(double[] law, long figure) {
        double sum = 0;
        for (int index = 0; index < law.length && index <= figure; index++) {
            sum += law[index];
        }
        return sum;
    }

    /** Returns the smallest figure that is reached with at least a probability. */
    static long quantile(double[] law, double probability) {
        double sum = 0;
        for (int figure = 0; figure < law.length; figure++) {
            sum += law[figure];
            if (sum >= probability) {
                return figure;
            }
        }
        return law.length - 1L;
    }
}
