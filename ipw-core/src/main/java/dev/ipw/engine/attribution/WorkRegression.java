package dev.ipw.engine.attribution;

import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkFit.WorkCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * Explain what a device used between the edges of its counter by the work that was done meanwhile: least squares with no
 * negative cost, in which what strays far counts less.
 */
final class WorkRegression {
    private static final double RIDGE = 1e-6;
    private static final int ROUNDS = 8;
    private static final double HUBER = 2;
    private static final double SIGMAS_PER_MEDIAN_DISTANCE = 1.4826;
    private static final double PIECE_SECONDS = 0.5;
    private static final double FITTED_SECONDS = 0.4;
    private static final double BUSY = 0.5;
    private static final int BLOCKS = 40;
    private static final int DRAWS = 60;
    private static final int IDLE = Work.FITTED;
    private static final int COLUMNS = Work.FITTED + 1;
    private static final int FEWEST_ROWS = 60;
    private static final int FEWEST_PIECES = 10;

    private final CounterIntervals intervals;
    private final OptionalDouble idleWatts;
    private final boolean isNet;
    private final double[] rows;
    private final double[] joules;
    private double[] pieceRows = {};
    private double[] pieceJoules = {};
    private double[] weights = {};
    private int pieces;
    private double[] costs = new double[COLUMNS];
    private double squares;
    private int fitted;

    private WorkRegression(CounterIntervals intervals, OptionalDouble idleWatts, boolean isNet) {
        this.intervals = intervals;
        this.idleWatts = idleWatts;
        this.isNet = isNet;
        rows = new double[intervals.count() * COLUMNS];
        joules = new double[intervals.count()];
    }

    /**
     * Fit.
     *
     * @param shiftNanos by how much later than the work the device uses what it takes
     * @param isNet      whether the idle power is taken out first throughout, rather than where no request is open only
     */
    static WorkRegression of(WorkSchedule work, CounterIntervals intervals, OptionalDouble idleWatts, long shiftNanos,
            boolean isNet) {
        WorkRegression fit = new WorkRegression(intervals, idleWatts, isNet);
        fit.fill(work, shiftNanos);
        fit.solve();
        return fit;
    }

    private void fill(WorkSchedule work, long shift) {
        double[] done = work.rows();
        int from = 0;
        for (int piece = 0; piece < work.pieces(); piece++) {
            long begin = work.beginNanos(piece) + shift;
            long end = work.endNanos(piece) + shift;
            if (from >= intervals.count() || intervals.startNanos(from) > begin
                    || intervals.endNanos(from) < begin - 1_000_000_000L) {
                from = intervals.at(begin);
            }
            while (from < intervals.count() && intervals.endNanos(from) <= begin) {
                from++;
            }
            for (int i = from; i < intervals.count() && (intervals.startNanos(i) < end || i == from); i++) {
                double part = end > begin
                        ? (double) Math.max(0, Math.min(end, intervals.endNanos(i))
                                - Math.max(begin, intervals.startNanos(i))) / (end - begin)
                        : begin >= intervals.startNanos(i) ? 1 : 0;
                for (int column = 0; column < Work.FITTED; column++) {
                    rows[i * COLUMNS + column] += part * done[piece * Work.PARTS + column];
                }
            }
        }
        for (int i = 0; i < joules.length; i++) {
            double idle = intervals.idleSeconds(i);
            rows[i * COLUMNS + IDLE] = idleWatts.isEmpty() ? idle : 0;
            joules[i] = intervals.joules(i) - idleWatts.orElse(0) * (isNet ? intervals.seconds(i) : idle);
            fitted += intervals.isFitted(i) && idle < BUSY * intervals.seconds(i) ? 1 : 0;
        }
    }

    private void solve() {
        NonNegativeFit fit = new NonNegativeFit(COLUMNS);
        for (int i = 0; i < joules.length; i++) {
            if (intervals.isFitted(i)) {
                fit.add(rows, i * COLUMNS, joules[i], 1);
            }
        }
        costs = ridged(fit).solve();
        squares = squares();
    }

    private static NonNegativeFit ridged(NonNegativeFit fit) {
        fit.addRidge(RIDGE);
        return fit;
    }

    private NonNegativeFit sums(int from, int to) {
        NonNegativeFit fit = new NonNegativeFit(COLUMNS);
        for (int i = from; i < to; i++) {
            fit.add(pieceRows, i * COLUMNS, pieceJoules[i], weights[i]);
        }
        return fit;
    }

    private double squares() {
        double sum = 0;
        for (int i = 0; i < joules.length; i++) {
            double residual = intervals.isFitted(i) ? residual(i) : 0;
            sum += residual * residual;
        }
        return sum;
    }

    /**
     * Fit again to pieces of so many intervals that it hardly matters in which of them work was done, until what strays by more
     * than two usual distances counts no more than that.
     */
    WorkRegression robust() {
        gather();
        double[] distances = new double[pieces];
        for (int round = 0; round < ROUNDS; round++) {
            costs = ridged(sums(0, pieces)).solve();
            for (int i = 0; i < pieces; i++) {
                distances[i] = Math.abs(pieceJoules[i] - Work.weigh(pieceRows, i * COLUMNS, costs));
            }
            double[] sorted = distances.clone();
            Arrays.sort(sorted);
            double limit = pieces == 0 ? 0 : HUBER * SIGMAS_PER_MEDIAN_DISTANCE * sorted[pieces / 2];
            for (int i = 0; i < pieces; i++) {
                weights[i] = distances[i] > limit && limit > 0 ? limit / distances[i] : 1;
            }
        }
        squares = squares();
        return this;
    }

    private void gather() {
        pieceRows = new double[rows.length];
        pieceJoules = new double[joules.length];
        pieces = 0;
        double seconds = Double.POSITIVE_INFINITY;
        for (int i = 0; i < joules.length; i++) {
            if (!intervals.isFitted(i)) {
                seconds = Double.POSITIVE_INFINITY;
                continue;
            }
            if (seconds >= FITTED_SECONDS) {
                pieces++;
                seconds = 0;
            }
            for (int column = 0; column < COLUMNS; column++) {
                pieceRows[(pieces - 1) * COLUMNS + column] += rows[i * COLUMNS + column];
            }
            pieceJoules[pieces - 1] += joules[i];
            seconds += intervals.seconds(i);
        }
        weights = new double[pieces];
        Arrays.fill(weights, 1);
    }

    /** Return whether there is enough to learn from. */
    boolean isKnown() {
        return fitted >= FEWEST_ROWS && Arrays.stream(costs, 0, Work.FITTED).anyMatch(cost -> cost > 0);
    }

    /** Return the joules of each kind of work. */
    double[] costs() {
        return Arrays.copyOf(costs, Work.FITTED);
    }

    /** Return the sum of the squares of what is left unexplained. */
    double unexplained() {
        return squares;
    }

    double residual(int interval) {
        double sum = 0;
        for (int column = 0; column < COLUMNS; column++) {
            sum += costs[column] * rows[interval * COLUMNS + column];
        }
        return joules[interval] - sum;
    }

    /**
     * Return how much of the device's joules is left unexplained over pieces of half a second: the root mean square, as a share of
     * the mean joules of a piece while requests are open.
     *
     * @return the share; empty if there are too few pieces
     */
    OptionalDouble quality() {
        double[] sums = new double[5];
        double residual = 0;
        double used = 0;
        double seconds = 0;
        double idle = 0;
        for (int i = 0; i < joules.length; i++) {
            if (intervals.isFitted(i)) {
                residual += residual(i);
                used += intervals.joules(i);
                seconds += intervals.seconds(i);
                idle += intervals.idleSeconds(i);
            }
            if (!intervals.isFitted(i) || seconds >= PIECE_SECONDS) {
                if (seconds >= PIECE_SECONDS * BUSY) {
                    boolean busy = idle < BUSY * seconds;
                    double scale = PIECE_SECONDS / seconds;
                    sums[busy ? 0 : 3] += residual * residual * scale;
                    sums[busy ? 1 : 4]++;
                    sums[2] += busy ? used * scale : 0;
                }
                residual = 0;
                used = 0;
                seconds = 0;
                idle = 0;
            }
        }
        if (sums[1] < FEWEST_PIECES || sums[2] <= 0) {
            return OptionalDouble.empty();
        }
        double free = Math.max(1, sums[1] - Work.FITTED);
        double busy = Math.sqrt(sums[0] / free);
        double resting = sums[4] > 0 ? Math.sqrt(sums[3] / sums[4]) : 0;
        return OptionalDouble.of(Math.max(busy, resting) / (sums[2] / sums[1]));
    }

    /** Draw the run anew from its own blocks, and see how costs stray together. */
    double[][] covariance() {
        NonNegativeFit[] blocks = new NonNegativeFit[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = sums((int) ((long) i * pieces / BLOCKS),
                    (int) ((long) (i + 1) * pieces / BLOCKS));
        }
        // The same run always gets the same figures.
        Random random = new Random(1);
        double[][] covariance = new double[Work.FITTED][Work.FITTED];
        for (int draw = 0; draw < DRAWS; draw++) {
            NonNegativeFit drawn = new NonNegativeFit(COLUMNS);
            for (int i = 0; i < BLOCKS; i++) {
                drawn.add(blocks[random.nextInt(BLOCKS)]);
            }
            double[] others = ridged(drawn).solve();
            for (int i = 0; i < Work.FITTED; i++) {
                for (int j = 0; j < Work.FITTED; j++) {
                    covariance[i][j] += (others[i] - costs[i]) * (others[j] - costs[j]) / DRAWS;
                }
            }
        }
        return covariance;
    }

    /** Return what was learnt, with the errors of it. */
    WorkFit told(boolean isStamped) {
        double[][] covariance = covariance();
        double[] inflations = sums(0, pieces).inflations();
        List<WorkCost> told = new ArrayList<>();
        for (WorkCost.Kind kind : WorkCost.Kind.values()) {
            int i = kind.ordinal();
            told.add(new WorkCost(kind, costs[i], Math.sqrt(covariance[i][i]), inflations[i]));
        }
        int used = 0;
        double sum = 0;
        double sumOfSquares = 0;
        for (int i = 0; i < joules.length; i++) {
            if (intervals.isFitted(i)) {
                used++;
                sum += joules[i];
                sumOfSquares += joules[i] * joules[i];
            }
        }
        double variance = sumOfSquares - sum * sum / Math.max(1, used);
        return new WorkFit(told, variance > 0 ? 1 - squares / variance : 0, quality(), used, isStamped);
    }
}
