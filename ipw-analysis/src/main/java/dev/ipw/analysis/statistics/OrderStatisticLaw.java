package dev.ipw.analysis.statistics;

import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.random.Well19937c;

/**
 * The law of the values at given places of a resample in ascending order. The k-th smallest of n uniform draws is
 * distributed as Beta(k, n - k + 1), and the index of its value among n is the integer part of n times it; given the
 * k-th, the place of a later one is a Beta within the rest above (David and Nagaraja, Order Statistics, 2.5).
 */
final class OrderStatisticLaw {
    private final int count;
    private final BetaDistribution[] steps;

    /**
     * Prepares the law.
     *
     * @param count  the number of values
     * @param places the places of the resample, counted from 0, ascending and unique
     * @param seed   the same seed gives the same draws
     */
    OrderStatisticLaw(int count, int[] places, long seed) {
        this.count = count;
        Well19937c random = new Well19937c(seed);
        steps = new BetaDistribution[places.length];
        int before = -1;
        for (int index = 0; index < places.length; index++) {
            steps[index] = new BetaDistribution(random, (double) places[index] - before,
                    (double) count - places[index]);
            before = places[index];
        }
    }

    /** Draws ranks, counted from 0, one for each place. */
    void draw(int[] ranks) {
        double reached = 0;
        for (int index = 0; index < steps.length; index++) {
            reached += (1 - reached) * steps[index].sample();
            ranks[index] = Math.min((int) (reached * count), count - 1);
        }
    }
}
