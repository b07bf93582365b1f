package dev.ipw.statistics.internal;

import dev.ipw.statistics.Interval;

/**
 * The successes among trials.
 *
 * @param successes from 0 to trials
 * @param trials    at least 0
 */
public record Proportion(long successes, long trials) {
    /** Checks that the counts agree. */
    public Proportion {
        if (successes < 0 || trials < successes) {
            throw new IllegalArgumentException("Cannot have " + successes + " successes in " + trials + " trials");
        }
    }

    /**
     * Divides successes by trials.
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
     * Computes the interval of Wilson (1927), which stays inside 0 to 1 and holds for few trials.
     *
     * @param level the confidence, for example 0.95
     * @return the interval
     * @throws ArithmeticException if there was no trial
     */
    public Interval wilson(double level) {
        return wilson(level, new Dependence(1, trials));
    }

    /**
     * Computes the interval of trials that may depend on those before them: that of the equivalent number of
     * independent trials.
     *
     * @param level      the confidence, for example 0.95
     * @param dependence the dependence of the successes
     * @return the interval
     * @throws ArithmeticException if there was no trial
     */
    public Interval wilson(double level, Dependence dependence) {
        double share = value();
        double z = dependence.quantile(0.5 + level / 2);
        double worth = trials / dependence.inflation();
        double denominator = 1 + z * z / worth;
        double centre = (share + z * z / (2 * worth)) / denominator;
        double half = z / denominator * Math.sqrt(share * (1 - share) / worth + z * z / (4.0 * worth * worth));
        double low = successes == 0 ? 0 : centre - half;
        double high = successes == trials ? 1 : centre + half;
        return new Interval(low, high, level);
    }
}
