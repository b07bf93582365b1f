package dev.ipw.engine.analysis;

import dev.ipw.engine.statistics.StudentInterval;
import java.util.Arrays;

/**
 * The chance in a figure of a run, from how the figure differs between blocks of its time. What queries that overlap share adds up
 * to joules that are known, so that in a block it does not matter which of them was charged with how much. A query that does not
 * lie in one block would hide a part of how queries differ; that part is added from the queries themselves.
 *
 * <p>The time is cut in 8 and in 16; the wider interval counts. Where the blocks differ more than blocks of half their
 * length say, as where power varies slowly, the variance is extrapolated to longer ones. How the load ends, with fewer and fewer
 * requests in flight, makes blocks differ in each run alike. So there is a second interval, with that taken off by a regression, for
 * which a part of what the end moves the figure counts as chance, and which is never narrower than that of independent queries. Both
 * are wide rather than narrow; the narrower one counts.
 */
final class TimeChance {
    /** How many blocks the residuals are of. */
    static final int BLOCKS = 32;

    private static final int FEW = 8;
    private static final double LEVEL = 0.95;
    private static final double DEVIATIONS = 1.96;
    // The seconds that the last requests take longer vary about so much between runs, as a share of themselves.
    private static final double SPREAD_OF_ENDS = 0.4;
    private static final double LEAST_END = 0.01;

    private final double[] watts;
    private final double[] end;
    private final double[] querySeconds;
    private final double seconds;
    private final boolean isShort;

    /**
     * Creates the chance of a run.
     *
     * @param watts        by how much the share of the joules in each block is above its share of the time
     * @param end          the seconds in each block in which fewer requests than when the last began were in flight, summed over
     *                     those that were not
     * @param querySeconds the time of a query, of each group of queries
     * @param typicalSeconds that of a query which is in flight at any moment
     * @param seconds      the time of all blocks
     */
    TimeChance(double[] watts, double[] end, double[] querySeconds, double typicalSeconds, double seconds) {
        this.watts = watts.clone();
        this.end = Arrays.stream(end).sum() > LEAST_END * seconds ? end.clone() : new double[BLOCKS];
        this.querySeconds = querySeconds.clone();
        this.seconds = seconds;
        isShort = typicalSeconds * FEW > seconds;
    }

    /**
     * Returns half the width of the interval of the watts.
     *
     * @param groups by how much each group of queries moves the mean of the queries' own watts, as a share of it
     * @return the half width as a share of the watts
     */
    double ofWatts(double[] groups) {
        return narrower(widest(watts, new double[BLOCKS], new double[0]), watts, new double[0], groups);
    }

    /**
     * Returns half the width of a figure's interval.
     *
     * @param blocks by how much each block moves the figure, as a share of it
     * @param own    by how much each group of queries does, without what only blocks tell
     * @param groups by how much each group does, as far as its share of the joules tells
     * @return the half width as a share of the figure
     */
    double of(double[] blocks, double[] own, double[] groups) {
        double[] none = new double[BLOCKS];
        // Fewer query times than blocks hold too few queries after each other.
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

    /** Returns by how much the end of the load moves the figure. */
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

    /** Returns which part of a query's square is lost on average where it is spread over blocks of a length. */
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
