package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.statistics.MeanResamples;
import dev.ipw.analysis.statistics.Resampled;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.internal.Clusters;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A figure of a run as a whole, as every screen shows it, with its queries' contributions, so that it can be resampled:
 * it is proportional to the means of all columns but the last, and inversely to that one's. A query that does not count
 * is NaN in all of them.
 *
 * @param figure  the figure with the interval of the headline
 * @param columns a place for each query; empty if the queries do not show the variation of the figure
 */
record RunHeadline(Estimate figure, List<double[]> columns) {
    /** The interval of a figure whose variation is unknown. */
    static final Interval UNBOUNDED = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Finding.LEVEL);

    /** Returns a run's figure; empty where the run has none. */
    static Optional<RunHeadline> of(RunColumns run, RunFigure figure) {
        Efficiency known = run.efficiency();
        return switch (figure) {
            case JOULES_PER_QUERY -> known.joulesPerQuery().estimate().map(cost -> cost(run, cost, row -> 1));
            case JOULES_PER_OUTPUT_TOKEN ->
                known.joulesPerOutputToken().estimate().map(cost -> cost(run, cost, run::tokens));
            case INTELLIGENCE_PER_JOULE ->
                known.intelligencePerJoule().estimate().map(ratio -> perJoule(run, known, ratio));
            case DEVICE_INTELLIGENCE_PER_WATT ->
                known.intelligencePerWatt().estimate().map(ratio -> perWatt(run, ratio));
            case DEVICE_WATTS -> known.deviceWatts().estimate().map(RunHeadline::alone);
            case ACCURACY -> known.accuracy().estimate().map(RunHeadline::alone);
            case REQUESTS_PER_SECOND -> run.summary().totals().requestsPerSecond().stream()
                    .mapToObj(rate -> alone(new Estimate(rate, UNBOUNDED))).findFirst();
            default -> Optional.empty();
        };
    }

    private static RunHeadline alone(Estimate figure) {
        return new RunHeadline(figure, List.of());
    }

    private static RunHeadline cost(RunColumns run, Estimate cost, IntToDoubleFunction divisor) {
        double each = run.efficiency().joulesPerQuery().value().orElse(0);
        double[] joules = joules(run, row -> true, each);
        return new RunHeadline(cost, List.of(joules, column(joules, divisor)));
    }

    private static RunHeadline perJoule(RunColumns run, Efficiency known, Estimate ratio) {
        double each = known.joulesPerQuery().value().orElse(0);
        double[] joules = joules(run, run::wasJudged, each);
        return new RunHeadline(ratio, List.of(column(joules, row -> run.correct()[row]), joules));
    }

    /**
     * Returns the headline of a ratio to watts. Watts vary as those of the queries do, even if other work used power
     * too.
     */
    private static RunHeadline perWatt(RunColumns run, Estimate ratio) {
        double[] joules = run.filledJoules();
        Arrays.setAll(joules, row -> run.wasJudged(row) ? joules[row] : Double.NaN);
        return new RunHeadline(ratio,
                List.of(column(joules, row -> run.correct()[row]), column(joules, run::seconds), joules));
    }

    /** Spreads joules that no query was charged evenly, so that a query's mean is the run's. */
    private static double[] joules(RunColumns run, IntPredicate counts, double each) {
        double[] filled = run.filledJoules();
        double mean = IntStream.range(0, filled.length).filter(counts).mapToDouble(row -> filled[row]).average()
                .orElse(0);
        Arrays.setAll(filled, row -> counts.test(row) ? filled[row] + each - mean : Double.NaN);
        return filled;
    }

    private static double[] column(double[] like, IntToDoubleFunction value) {
        double[] column = new double[like.length];
        Arrays.setAll(column, row -> Double.isNaN(like[row]) ? Double.NaN : value.applyAsDouble(row));
        return column;
    }

    /** Computes the ratio from the means of the columns, the first of which is at an index. */
    double ratio(double[] means, int from) {
        int last = from + columns.size() - 1;
        return IntStream.range(from, last).mapToDouble(column -> means[column]).reduce(1, (one, other) -> one * other)
                / means[last];
    }

    /**
     * Resamples the figure; parts that are not a sum over the queries, such as the seconds of the run, stay constant.
     */
    Resampled drawn(MeanResamples means, List<double[]> used, int from) {
        double whole = ratio(used.stream().mapToDouble(column -> Arrays.stream(column).average().orElseThrow())
                .toArray(), 0);
        double scale = whole == 0 ? 1 : figure.value() / whole;
        return means.figure(drawn -> scale * ratio(drawn, from));
    }

    /** Returns the effect of each query on the figure. */
    static double[] influences(List<double[]> columns, double value) {
        double[] influences = new double[columns.getFirst().length];
        for (int place = 0; place < columns.size(); place++) {
            double[] column = columns.get(place);
            double mean = Arrays.stream(column).average().orElseThrow();
            double by = mean == 0 ? 0 : place == columns.size() - 1 ? -value / mean : value / mean;
            Arrays.setAll(influences, query -> influences[query] + by * (column[query] - mean));
        }
        return influences;
    }

    /**
     * Returns the dependence of the queries: in their order, in their contribution to the figure or in any column, or
     * within a question in their contribution.
     */
    static Dependence dependence(List<double[]> columns, double value, long[] questions) {
        double[] influences = influences(columns, value);
        return columns.stream().filter(column -> Quantiles.standardDeviation(column) > 0).map(Dependence::of)
                .reduce(Dependence.of(influences), Dependence::orStronger)
                .orStronger(Clusters.dependence(influences, questions));
    }
}
