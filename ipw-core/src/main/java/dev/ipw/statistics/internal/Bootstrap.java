package dev.ipw.statistics.internal;

import dev.ipw.internal.thread.Cancellation;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Intervals from observations drawn with replacement (the percentile bootstrap of Efron, 1979). The draws are seeded,
 * so that the same observations always give the same interval.
 */
public final class Bootstrap {
    private static final int RESAMPLES = 2000;
    private static final long SEED = 20_240_917L;

    private Bootstrap() {}

    /**
     * Estimates the interval of a statistic.
     *
     * @param observations the number of observations, at least 1
     * @param statistic    computes the figure from the indices of the observations drawn; it must not keep the array. A
     *                     draw for which it returns no finite figure is omitted
     * @param level        the confidence, for example 0.95
     * @return the interval
     */
    public static Interval interval(int observations, ToDoubleFunction<int[]> statistic, double level) {
        return intervals(observations, 1, drawn -> new double[]{statistic.applyAsDouble(drawn)}, level).getFirst();
    }

    /**
     * Estimates the intervals of several figures from the same draws.
     *
     * @param observations the number of observations, at least 1
     * @param count        the number of figures
     * @param statistic    computes the figures from the indices of the observations drawn; it must not keep the array.
     *                     A draw for which a figure is not finite is omitted for it
     * @param level        the confidence, for example 0.95
     * @return an interval for each figure
     */
    public static List<Interval> intervals(int observations, int count, Function<int[], double[]> statistic,
            double level) {
        if (observations < 1) {
            throw new IllegalArgumentException("A bootstrap needs at least one observation");
        }
        SplittableRandom random = new SplittableRandom(SEED);
        int[] drawn = new int[observations];
        double[][] figures = new double[count][RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            Cancellation.check();
            for (int draw = 0; draw < observations; draw++) {
                drawn[draw] = random.nextInt(observations);
            }
            double[] one = statistic.apply(drawn);
            for (int figure = 0; figure < count; figure++) {
                figures[figure][resample] = one[figure];
            }
        }
        return Arrays.stream(figures).map(each -> interval(each, level)).toList();
    }

    /**
     * Sums columns over the observations drawn, so that several figures share the draws: those of
     * {@link #interval(int, ToDoubleFunction, double)} for as many observations.
     *
     * @param observations the number of observations, at least 1
     * @param columns      values of the observations, at least one for each
     * @return for each column, its sum over each resample
     */
    public static double[][] sums(int observations, double[][] columns) {
        // The values of an observation lie together, because observations are drawn from everywhere.
        double[] values = new double[observations * columns.length];
        for (int observation = 0; observation < observations; observation++) {
            for (int column = 0; column < columns.length; column++) {
                values[observation * columns.length + column] = columns[column][observation];
            }
        }
        double[][] sums = new double[columns.length][RESAMPLES];
        double[] one = new double[columns.length];
        SplittableRandom random = new SplittableRandom(SEED);
        for (int resample = 0; resample < RESAMPLES; resample++) {
            Cancellation.check();
            Arrays.fill(one, 0);
            for (int draw = 0; draw < observations; draw++) {
                int first = random.nextInt(observations) * columns.length;
                for (int column = 0; column < one.length; column++) {
                    one[column] += values[first + column];
                }
            }
            for (int column = 0; column < one.length; column++) {
                sums[column][resample] = one[column];
            }
        }
        return sums;
    }

    /**
     * Estimates the interval of a figure from its resamples.
     *
     * @param resamples the figure of each resample; those that are not finite are omitted
     * @param level     the confidence, for example 0.95
     * @return the interval
     */
    public static Interval interval(double[] resamples, double level) {
        double[] figures = Arrays.stream(resamples).filter(Double::isFinite).sorted().toArray();
        if (figures.length == 0) {
            throw new IllegalArgumentException("The statistic is finite for no draw");
        }
        return new Interval(Quantiles.ofSorted(figures, (1 - level) / 2), Quantiles.ofSorted(figures, (1 + level) / 2),
                level);
    }
}
