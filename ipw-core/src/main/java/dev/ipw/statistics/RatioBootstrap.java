package dev.ipw.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Estimate the interval of a ratio of sums by drawing pairs with replacement (the percentile bootstrap of Efron, 1979).
 * The draws are seeded, so that the same pairs always give the same interval.
 */
public final class RatioBootstrap {
    private static final int RESAMPLES = 2000;
    private static final long SEED = 20_240_917L;

    private RatioBootstrap() {}

    /**
     * Estimate the interval of sum(numerators) / sum(denominators).
     *
     * @param numerators   one value for each pair
     * @param denominators one value for each pair, above 0, as many as numerators
     * @param level        the confidence, for example 0.95
     * @return the interval
     */
    public static Interval interval(double[] numerators, double[] denominators, double level) {
        if (numerators.length != denominators.length || numerators.length == 0) {
            throw new IllegalArgumentException("A bootstrap needs at least one pair, and pairs need both halves");
        }
        SplittableRandom random = new SplittableRandom(SEED);
        double[] ratios = new double[RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double above = 0;
            double below = 0;
            for (int draw = 0; draw < numerators.length; draw++) {
                int pair = random.nextInt(numerators.length);
                above += numerators[pair];
                below += denominators[pair];
            }
            ratios[resample] = above / below;
        }
        Arrays.sort(ratios);
        return new Interval(Quantiles.ofSorted(ratios, (1 - level) / 2), Quantiles.ofSorted(ratios, (1 + level) / 2),
                level);
    }
}
