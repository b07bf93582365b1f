package dev.ipw.statistics.internal.series;

import java.util.Arrays;

/** The effective sample size of an autocorrelated series. */
public final class Autocorrelation {
    private static final int MAX_LAGS = 4096;

    private Autocorrelation() {}

    /**
     * Divides the length of a series by the sum of its correlations with itself, taken in pairs of lags for as long as
     * a pair is positive (Geyer, 1992), and at most {@value #MAX_LAGS} of them.
     *
     * @param series finite values in the order of time
     * @return above 0 and at most the length: correlations that would make a mean more certain are ignored; the length
     *         for a series that does not vary
     */
    public static double effectiveSize(double[] series) {
        int count = series.length;
        double mean = Arrays.stream(series).sum() / count;
        double[] centred = Arrays.stream(series).map(value -> value - mean).toArray();
        double variance = product(centred, 0);
        if (count < 4 || variance <= 0) {
            return count;
        }
        double time = -1;
        for (int lag = 0; lag + 1 < Math.min(count, MAX_LAGS); lag += 2) {
            double pair = (product(centred, lag) + product(centred, lag + 1)) / variance;
            if (pair <= 0) {
                break;
            }
            time += 2 * pair;
        }
        return count / Math.max(1, time);
    }

    /**
     * Returns the correlation of a series with itself, one value later.
     *
     * @param series finite values in the order of time
     * @return from -1 to 1; 0 for a series that does not vary
     */
    public static double ofLagOne(double[] series) {
        double mean = Arrays.stream(series).sum() / series.length;
        double[] centred = Arrays.stream(series).map(value -> value - mean).toArray();
        double variance = product(centred, 0);
        return variance > 0 ? product(centred, 1) / variance : 0;
    }

    private static double product(double[] centred, int lag) {
        double sum = 0;
        for (int index = lag; index < centred.length; index++) {
            sum += centred[index] * centred[index - lag];
        }
        return sum;
    }
}
