package dev.ipw.analysis.comparison.internal;

import java.util.SplittableRandom;

/** Makes up series whose values follow those before them. */
final class FollowingQueries {
    private FollowingQueries() {}

    /** Return normal values of variance 1, each correlated with the one before. */
    static double[] fading(SplittableRandom random, int count, double correlation) {
        double[] series = new double[count];
        double fresh = Math.sqrt(1 - correlation * correlation);
        series[0] = random.nextGaussian();
        for (int index = 1; index < count; index++) {
            series[index] = correlation * series[index - 1] + fresh * random.nextGaussian();
        }
        return series;
    }

    /** Let a series drift away from where it begins, by chance upwards or downwards and far. */
    static double[] drifting(SplittableRandom random, int count) {
        double[] series = fading(random, count, 0.3);
        double end = 3 * random.nextGaussian();
        for (int index = 0; index < count; index++) {
            series[index] += end * (index + 0.5) / count;
        }
        return series;
    }
}
