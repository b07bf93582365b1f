package dev.ipw.testing;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * The number of random draws of a test, a few in the gate and many with {@code -Pthorough}, and the bounds that follow
 * from it.
 *
 * <pre>{@code
 * int draws = Draws.of(40, 2_000);
 * int covered = ...;    // the number of intervals that contain the truth
 * assertThat(covered).isGreaterThanOrEqualTo(Draws.minHits(draws, 0.95));
 * }</pre>
 */
public final class Draws {
    /**
     * The probability that a right program breaks a bound: once in a thousand sets of draws; seeds are fixed, so it
     * does so always or never.
     */
    private static final double FALSE_ALARM = 1e-3;

    private Draws() {}

    /** Returns whether the suite runs in full. */
    public static boolean thorough() {
        return Boolean.getBoolean("ipw.thorough");
    }

    /** Returns {@code gate} in the gate, {@code thorough} where the suite runs in full. */
    public static int of(int gate, int thorough) {
        return thorough() ? thorough : gate;
    }

    /** Returns the minimum number of hits in a number of draws that a hit rate of at least {@code rate} explains. */
    public static int minHits(int draws, double rate) {
        int hits = 0;
        BinomialDistribution distribution = new BinomialDistribution(null, draws, rate);
        while (hits < draws && distribution.cumulativeProbability(hits) < FALSE_ALARM) {
            hits++;
        }
        return hits;
    }

    /** Returns the maximum number of hits in a number of draws that a hit rate of at most {@code rate} explains. */
    public static int maxHits(int draws, double rate) {
        return draws - minHits(draws, 1 - rate);
    }
}
