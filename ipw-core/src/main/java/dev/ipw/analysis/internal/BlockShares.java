package dev.ipw.analysis.internal;

import dev.ipw.analysis.internal.DrawnQueries.Sum;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The shares that blocks of a run's time, all of the same length, have of all joules and of each sum over the queries.
 *
 * @param joules the share of all joules in each block
 * @param shares of each sum its share in each block
 * @param chance the chance in figures, from their differences between blocks
 */
record BlockShares(double[] joules, double[][] shares, TimeChance chance) {
    private double[] of(Sum sum) {
        return shares[sum.ordinal()];
    }

    /** Returns the effect of each block on a cost, as a share of it. */
    double[] ofCost(Sum below) {
        return difference(joules, of(below));
    }

    /** Returns the effect of each block on the watts. */
    double[] ofWatts() {
        return difference(joules, evenly());
    }

    /** Returns the effect of each block on the time of a query or a token. */
    double[] ofTime(Sum below) {
        return difference(evenly(), of(below));
    }

    /** Returns the effect of each block on the accuracy. */
    double[] ofRight() {
        return difference(of(Sum.RIGHT), of(Sum.SCORED));
    }

    /** Returns the same share in each block. */
    static double[] evenly() {
        double[] shares = new double[TimeChance.BLOCKS];
        Arrays.fill(shares, 1.0 / TimeChance.BLOCKS);
        return shares;
    }

    /** Returns the first minus the second in each block. */
    static double[] difference(double[] first, double[] second) {
        return IntStream.range(0, first.length).mapToDouble(place -> first[place] - second[place]).toArray();
    }
}
