package dev.ipw.report;

import dev.ipw.analysis.statistics.LeastSquares;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A line through the points of a run, fitted by least squares.
 *
 * @param slope     the increase per unit of x
 * @param intercept its value at zero
 * @param r2        the fraction of the variance that it explains; empty if unknown
 * @param count     the number of fitted queries
 */
record Fit(double slope, double intercept, OptionalDouble r2, long count) {
    private static final int BAND_POINTS = 25;
    private static final double LEVEL = 0.95;
    private static final double CLOSE = 1e-6;
    private static final int MIN = 3;
    private static final int MIN_SHOWN = 20;
    private static final double MIN_EXPLAINED = 0.2;

    /** Fits a line; empty for fewer than three points, or if all have the same x. */
    static Optional<Fit> of(double[] x, double[] y) {
        if (x.length < MIN) {
            return Optional.empty();
        }
        LeastSquares found = LeastSquares.of(y, x);
        return found.coefficients().length < 2
                ? Optional.empty()
                : Optional.of(new Fit(found.coefficients()[1], found.coefficients()[0], found.explained(), x.length));
    }

    /** Returns whether the line explains enough of enough points to be drawn. */
    boolean isShown() {
        return count >= MIN_SHOWN && r2.orElse(0) >= MIN_EXPLAINED;
    }

    /**
     * Returns the line as a tree. If it is the line through these points, the tree includes the 95 % confidence band
     * of the mean.
     *
     * @param name the name of its run
     * @param run  the index of its run
     * @param from the start of the line on the x axis
     * @param to   its end
     * @param x    the x values of the points
     * @param y    the y values of the points
     */
    Map<String, @Nullable Object> tree(String name, int run, double from, double to, double[] x, double[] y) {
        TreeBuilder tree = TreeBuilder.object().put("name", name).put("run", (long) run)
                .put("model", "least squares").put("robust", false).put("count", count).put("slope", slope)
                .put("intercept", intercept).put("r2", r2).put("from", from).put("to", to);
        if (x.length == count && of(x, y).filter(this::isAsGoodAs).isPresent()) {
            band(from, to, x, y).ifPresent(columns -> tree.put("band", columns.values()));
        }
        return tree.build();
    }

    private boolean isAsGoodAs(Fit other) {
        return Math.abs(slope - other.slope) <= CLOSE * Math.abs(slope)
                && Math.abs(intercept - other.intercept) <= CLOSE * (Math.abs(intercept) + Math.abs(slope));
    }

    /** Computes the band. At the mean of x, the errors of level and slope are independent, so their squares add up. */
    private static Optional<Columns> band(double from, double to, double[] x, double[] y) {
        double mean = Arrays.stream(x).average().orElseThrow();
        LeastSquares centred = LeastSquares.of(y, Arrays.stream(x).map(at -> at - mean).toArray());
        return centred.standardErrors().filter(errors -> errors.length == 2).map(errors -> {
            List<Estimate> estimates = centred.estimates(errors, LEVEL);
            double ofLevel = half(estimates.get(0).interval());
            double ofSlope = half(estimates.get(1).interval());
            double[] at = new double[BAND_POINTS];
            double[] low = new double[BAND_POINTS];
            double[] high = new double[BAND_POINTS];
            for (int point = 0; point < BAND_POINTS; point++) {
                at[point] = from + (to - from) * point / (BAND_POINTS - 1);
                double middle = estimates.get(0).value() + estimates.get(1).value() * (at[point] - mean);
                double half = Math.hypot(ofLevel, ofSlope * (at[point] - mean));
                low[point] = middle - half;
                high[point] = middle + half;
            }
            return new Columns().put("at", at).put("low", low).put("high", high);
        });
    }

    private static double half(Interval interval) {
        return (interval.high() - interval.low()) / 2;
    }
}
