package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkFit.WorkCost;
import dev.ipw.energy.attribution.internal.work.NonNegativeFit;
import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The regression of a device's joules between the edges of its counter on the work in that time: least squares without
 * negative costs, in which outliers count less.
 */
final class WorkRegression {
    private static final double RIDGE = 1e-6;
    private static final int ROUNDS = 8;
    private static final double HUBER = 2;
    private static final double SIGMAS_PER_MEDIAN_DISTANCE = 1.4826;
    private static final double FITTED_SECONDS = 0.4;
    private static final int BLOCKS = 40;
    private static final int DRAWS = 60;
    private static final int MIN_ROWS = 60;

    private final CounterIntervals intervals;
    private final int columns;
    private final double[] rows;
    private final double[] joules;
    private double[] pieceRows = {};
    private double[] pieceJoules = {};
    private double[] weights = {};
    private int pieces;
    private double[] costs;
    private double squares;
    private int fitted;
    private double @Nullable [][] covariance;

    private WorkRegression(CounterIntervals intervals, int kinds) {
        this.intervals = intervals;
        // The last column is the time without open requests.
        columns = kinds + 1;
        costs = new double[columns];
        rows = new double[intervals.count() * columns];
        joules = new double[intervals.count()];
    }

    /**
     * Fits kinds of work.
     *
     * @param idleWatts  the power to subtract where no request is open; fitted if empty
     * @param shiftNanos the delay between the work and the device's power
     */
    static WorkRegression of(WorkSchedule work, CounterIntervals intervals, OptionalDouble idleWatts, long shiftNanos) {
        WorkRegression fit = new WorkRegression(intervals, Work.FITTED);
        intervals.addUp(work, shiftNanos, work.rows(), Work.PARTS, Work.FITTED, fit.rows, fit.columns);
        fit.take(idleWatts);
        fit.solve();
        return fit;
    }

    /**
     * Fits the columns of a law.
     *
     * @param sums      the sum of each column of {@link LawColumns} in each interval
     * @param busyWatts the power to subtract while the engine works
     */
    static WorkRegression of(CostLaw law, double[] sums, CounterIntervals intervals, OptionalDouble idleWatts,
            double busyWatts) {
        int[] kinds = law.columns();
        WorkRegression fit = new WorkRegression(intervals, kinds.length);
        for (int i = 0; i < fit.joules.length; i++) {
            for (int kind = 0; kind < kinds.length; kind++) {
                fit.rows[i * fit.columns + kind] = sums[i * LawColumns.COUNT + kinds[kind]];
            }
            fit.joules[i] = -busyWatts * sums[i * LawColumns.COUNT + LawColumns.SECONDS];
        }
        fit.take(idleWatts);
        fit.solve();
        return fit;
    }

    private void take(OptionalDouble idleWatts) {
        for (int i = 0; i < joules.length; i++) {
            double idle = intervals.idleSeconds(i);
            rows[(i + 1) * columns - 1] = idleWatts.isEmpty() ? idle : 0;
            joules[i] += intervals.joules(i) - idleWatts.orElse(0) * idle;
            fitted += intervals.isFitted(i) && idle < UnexplainedJoules.BUSY * intervals.seconds(i) ? 1 : 0;
        }
    }

    private void solve() {
        NonNegativeFit fit = new NonNegativeFit(columns);
        for (int i = 0; i < joules.length; i++) {
            if (intervals.isFitted(i)) {
                fit.add(rows, i * columns, joules[i], 1);
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
        NonNegativeFit fit = new NonNegativeFit(columns);
        for (int i = from; i < to; i++) {
            fit.add(pieceRows, i * columns, pieceJoules[i], weights[i]);
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
     * Fits again to pieces of several intervals, for which the exact interval of work hardly matters, until deviations
     * of more than two usual distances count no more than that.
     */
    WorkRegression robust() {
        gather();
        double[] distances = new double[pieces];
        for (int round = 0; round < ROUNDS; round++) {
            costs = ridged(sums(0, pieces)).solve();
            for (int i = 0; i < pieces; i++) {
                distances[i] = Math.abs(pieceJoules[i] - Work.weigh(pieceRows, i * columns, costs));
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
            for (int column = 0; column < columns; column++) {
                pieceRows[(pieces - 1) * columns + column] += rows[i * columns + column];
            }
            pieceJoules[pieces - 1] += joules[i];
            seconds += intervals.seconds(i);
        }
        weights = new double[pieces];
        Arrays.fill(weights, 1);
    }

    /** Returns whether there are enough data for the fit. */
    boolean isKnown() {
        return fitted >= MIN_ROWS && Arrays.stream(costs, 0, Work.FITTED).anyMatch(cost -> cost > 0);
    }

    /** Returns the joules of each kind of work, or of each column of the law. */
    double[] costs() {
        return Arrays.copyOf(costs, columns - 1);
    }

    /** Returns the sum of the squares of the unexplained rests. */
    double unexplained() {
        return squares;
    }

    /** Returns the same sum for the fitted pieces, for which the exact time of work hardly matters. */
    double unexplainedOfPieces() {
        double sum = 0;
        for (int i = 0; i < pieces; i++) {
            double residual = pieceJoules[i] - Work.weigh(pieceRows, i * columns, costs);
            sum += residual * residual;
        }
        return sum;
    }

    double residual(int interval) {
        double sum = 0;
        for (int column = 0; column < columns; column++) {
            sum += costs[column] * rows[interval * columns + column];
        }
        return joules[interval] - sum;
    }

    /**
     * Returns the unexplained share of the device's joules over pieces of half a second: the root mean square, relative
     * to the mean joules of a piece while requests are open.
     *
     * @return the share; empty if there are too few pieces
     */
    OptionalDouble quality() {
        UnexplainedJoules pieces = new UnexplainedJoules();
        for (int i = 0; i < joules.length; i++) {
            if (intervals.isFitted(i)) {
                pieces.add(residual(i), intervals.joules(i), intervals.seconds(i), intervals.idleSeconds(i));
            } else {
                pieces.close();
            }
        }
        return pieces.unexplainedShare();
    }

    /** Resamples the run from its own blocks, and returns the covariance of the costs. */
    double[][] covariance() {
        double[][] known = covariance;
        if (known == null) {
            known = resampled();
            covariance = known;
        }
        return known;
    }

    private double[][] resampled() {
        NonNegativeFit[] blocks = new NonNegativeFit[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = sums((int) ((long) i * pieces / BLOCKS),
                    (int) ((long) (i + 1) * pieces / BLOCKS));
        }
        // A constant seed, so that the same run always gets the same figures.
        Random random = new Random(1);
        double[][] sum = new double[Work.FITTED][Work.FITTED];
        for (int draw = 0; draw < DRAWS; draw++) {
            NonNegativeFit drawn = new NonNegativeFit(columns);
            for (int i = 0; i < BLOCKS; i++) {
                drawn.add(blocks[random.nextInt(BLOCKS)]);
            }
            double[] others = ridged(drawn).solve();
            for (int i = 0; i < Work.FITTED; i++) {
                for (int j = 0; j < Work.FITTED; j++) {
                    sum[i][j] += (others[i] - costs[i]) * (others[j] - costs[j]) / DRAWS;
                }
            }
        }
        return sum;
    }

    /** Returns the fitted costs with their errors. */
    WorkFit toWorkFit(boolean isStamped) {
        double[][] errors = covariance();
        double[] inflations = sums(0, pieces).inflations();
        List<WorkCost> workCosts = new ArrayList<>();
        for (WorkCost.Kind kind : WorkCost.Kind.values()) {
            int i = kind.ordinal();
            workCosts.add(new WorkCost(kind, costs[i], Math.sqrt(errors[i][i]), inflations[i]));
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
        return new WorkFit(workCosts, variance > 0 ? 1 - squares / variance : 0, quality(), used, isStamped);
    }
}
