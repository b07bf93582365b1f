package dev.ipw.statistics;

import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Count successes among trials.
 *
 * @param successes from 0 to trials
 * @param trials    at least 0
 */
public record Proportion(long successes, long trials) {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** Check that the counts agree. */
    public Proportion {
        if (successes < 0 || trials < successes) {
            throw new IllegalArgumentException("Cannot have " + successes + " successes in " + trials + " trials");
        }
    }

    /**
     * Divide successes by trials.
     *
     * @return the share, from 0 to 1
     * @throws ArithmeticException if there was no trial
     */
    public double value() {
        if (trials == 0) {
            throw new ArithmeticException("No trials, so no proportion");
        }
        return (double) successes / trials;
    }

    /**
     * Compute the interval of Wilson (1927), which stays inside 0 to 1 and holds for few trials.
     *
     * @param level the confidence, for example 0.95
     * @return the interval
     * @throws ArithmeticException if there was no trial
     */
    public Interval wilson(double level) {
        double share = value();
        double z = NORMAL.inverseCumulativeProbability(0.5 + level / 2);
        double denominator = 1 + z * z / trials;
        double centre = (share + z * z / (2 * trials)) / denominator;
        double half = z / denominator * Math.sqrt(share * (1 - share) / trials + z * z / (4.0 * trials * trials));
        double low = successes == 0 ? 0 : centre - half;
        double high = successes == trials ? 1 : centre + half;
        return new Interval(low, high, level);
    }
}
