package dev.ipw.analysis.internal;

import dev.ipw.statistics.internal.StudentInterval;
import java.util.Arrays;

/**
 * The chance in a figure of a run, from the differences of the figure between blocks of its time. The shares of
 * overlapping queries sum to known joules, so that within a block the division among them does not matter. A query that
 * spans several blocks would hide a part of the differences between queries; that part is added from the queries
 * themselves.
 *
 * <p>The time is cut into 8 and into 16 blocks; the wider interval counts. Where the blocks differ more than blocks of
 * half their length suggest, as where power varies slowly, the variance is extrapolated to longer blocks. The end of
 * the load, when fewer and fewer requests are in flight, makes blocks differ in each run in the same way. So a second
 * interval removes this effect by a regression, counts a part of the effect of the end on the figure as chance, and is
 * never narrower than that of independent queries. Both are wide rather than narrow; the narrower one counts.
 */
final class TimeChance {
    /** The number of blocks of the residuals. */
    static final int BLOCKS = 32;

    private static final int FEW = 8;
    private static final double LEVEL = 0.95;
    private static final double DEVIATIONS = 1.96;
    // The extra seconds of the last requests vary between runs by about this share of themselves.
    private static final double SPREAD_OF_ENDS = 0.4;
    private static final double MIN_END = 0.01;

    private final double[] watts;
    private final double[] end;
    private final double[] querySeconds;
    private final double seconds;
    private final boolean isShort;

    /**
     * Creates the chance of a run.
     *
     * @param watts          the share of the joules in each block minus its share of the time
     * @param end            for each block, the deficit of requests in flight against the number when the last one
     *                       began, times the seconds
     * @param querySeconds   the time of a query, for each group of queries
     * @param typicalSeconds the time of a query that is in flight at a random moment
     * @param seconds        the time of all blocks
     */
    TimeChance(double[] watts, double[] end, double[] querySeconds, double typicalSeconds, double seconds) {
        this.watts = watts.clone();
        this.end = Arrays.stream(end).sum() > MIN_END * seconds ? end.clone() : new double[BLOCKS];
        this.querySeconds = querySeconds.clone();
        this.seconds = seconds;
        isShort = typicalSeconds * FEW > seconds;
    }

    /**
     * Returns the half width of the interval of the watts.
     *
     * @param groups the effect of each group of queries on the mean of the queries' own watts, as a share of it
     * @return the half width as a share of the watts
     */
    double ofWatts(double[] groups) {
        return narrower(widest(watts, new double[BLOCKS], new double[0]), watts, new double[0], groups);
    }

    /**
     * Returns the half width of a figure's interval.
     *
     * @param blocks the effect of each block on the figure, as a share of it
     * @param own    the effect of each group of queries, without the part that only blocks show
     * @param groups the effect of each group, as far as its share of the joules shows it
     * @return the half width as a share of the figure
     */
    double of(double[] blocks, double[] own, double[] groups) {
        double[] none = new double[BLOCKS];
        // A run of fewer query times than blocks has too few queries in sequence.
        double whole = isShort
                ? Math.hypot(ofIndependent(own), widest(watts, none, new double[0]))
                : widest(blocks, none, own);
        return narrower(whole, blocks, own, groups);
    }

    private double narrower(double whole, double[] blocks, double[] own, double[] groups) {
        double independent = ofIndependent(groups);
        double ofEnd = Math.min(SPREAD_OF_ENDS * DEVIATIONS * ofEnd(blocks), independent);
        return Math.min(whole, Math.max(Math.hypot(widest(blocks, end, own), ofEnd), independent));
    }

    private static double ofIndependent(double[] groups) {
        double count = groups.length;
        return count < 2
                ? 0
                : student(count - 1) * Math.sqrt(count / (count - 1) * sumOfSquares(groups));
    }

    /** Returns the effect of the end of the load on the figure. */
    private double ofEnd(double[] blocks) {
        return Math.abs(slope(centred(blocks), centred(end))) * Arrays.stream(end).sum();
    }

    private double widest(double[] blocks, double[] regressor, double[] own) {
        double widest = 0;
        for (int few = FEW; few < BLOCKS; few *= 2) {
            double variance = variance(blocks, regressor, own, few);
            double more = Math.max(0, variance - variance(blocks, regressor, own, 2 * few));
            widest = Math.max(widest, student(freedom(few, regressor)) * Math.sqrt(variance + more));
        }
        return widest;
    }

    private double variance(double[] blocks, double[] regressor, double[] own, int count) {
        double[] joined = centred(joined(blocks, count));
        double[] ended = centred(joined(regressor, count));
        double slope = slope(joined, ended);
        Arrays.setAll(joined, block -> joined[block] - slope * ended[block]);
        double hidden = 0;
        for (int group = 0; group < own.length; group++) {
            hidden += own[group] * own[group] * hidden(querySeconds[group], seconds / count);
        }
        return count * sumOfSquares(joined) / freedom(count, regressor) + hidden;
    }

    private static double freedom(int count, double[] regressor) {
        return count - (sumOfSquares(regressor) > 0 ? 2.0 : 1.0);
    }

    private static double[] joined(double[] blocks, int count) {
        int size = BLOCKS / count;
        double[] joined = new double[count];
        Arrays.setAll(joined, block -> Arrays.stream(blocks, block * size, (block + 1) * size).sum());
        return joined;
    }

    private static double[] centred(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(value -> value - mean).toArray();
    }

    private static double slope(double[] values, double[] by) {
        double products = 0;
        for (int place = 0; place < values.length; place++) {
            products += values[place] * by[place];
        }
        double squares = sumOfSquares(by);
        return squares > 0 ? products / squares : 0;
    }

    /** Returns the average loss in a query's square when it is spread over blocks of a length. */
    private static double hidden(double query, double block) {
        double blocks = block / query;
        return query <= block ? query / (3 * block) : 1 - blocks + blocks * blocks / 3;
    }

    private static double sumOfSquares(double[] values) {
        return Arrays.stream(values).map(value -> value * value).sum();
    }

    private static double student(double freedom) {
        return StudentInterval.quantile(freedom, LEVEL);
    }
}
