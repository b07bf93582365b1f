package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.statistics.MeanResamples;
import dev.ipw.analysis.statistics.QuantileResamples;
import dev.ipw.analysis.statistics.Resampled;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.record.Dimension;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.internal.Clusters;
import dev.ipw.statistics.internal.Dependence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The number of queries that each of two runs needs to detect a difference between them with a chance of 80 percent at
 * a confidence of 95 percent, computed from the variation of a pilot run's figure: queries = 2 (1.960 + 0.842)^2 (s /
 * ln(1 + d))^2, where s is the figure's relative standard error times the root of the pilot's queries. It holds for
 * runs of different questions; runs of the same questions, paired, need fewer. The variation from run to run is not
 * included.
 *
 * @param dimension         the dimension to compare
 * @param statistic         {@code median}, or {@code value} for a figure of the whole run
 * @param difference        the difference to detect, a share of the figure
 * @param value             the pilot's figure, in the dimension's unit
 * @param relativeDeviation s: the standard deviation that the figure of a single query would have, a share of the
 *                          figure
 * @param pilotQueries      queries of the pilot that have the figure
 * @param effectiveQueries  the number of independent queries that they are worth
 * @param queries           queries that each of two runs needs
 * @param secondsPerRun     the duration at the pilot's pace, in seconds
 * @param warnings          warnings that a reader should know
 */
public record QueryPlan(ComparedDimension dimension, String statistic, double difference, double value,
        double relativeDeviation, long pilotQueries, double effectiveQueries, long queries, double secondsPerRun,
        List<String> warnings) {
    private static final double POWER = 0.8;
    private static final long MIN = 30;

    /** Copies the list. */
    public QueryPlan {
        Objects.requireNonNull(dimension, "dimension");
        Objects.requireNonNull(statistic, "statistic");
        warnings = List.copyOf(warnings);
    }

    /**
     * Plans from a pilot run.
     *
     * @param pilot      a finished run of one of the configurations
     * @param dimension  the dimension to compare
     * @param difference the difference to detect, a share above 0, for example 0.05
     * @return the required queries and seconds
     * @throws ConfigurationException if the difference is not above 0
     * @throws InputException         if the pilot has too few queries with the figure, or the figure is zero
     */
    public static QueryPlan of(ComparedRun pilot, ComparedDimension dimension, double difference) {
        if (!(difference > 0) || !Double.isFinite(difference)) {
            throw new ConfigurationException("The difference to find is a share above 0, for example 5%");
        }
        EnumSet<Dimension> read = EnumSet.of(Dimension.ENERGY_JOULES);
        dimension.perQuery().ifPresent(read::add);
        RunColumns run = RunColumns.read(pilot, String.valueOf(pilot.path()), read);
        List<double[]> columns = columns(run, dimension);
        int[] rows = IntStream.range(0, run.rows())
                .filter(row -> !columns.isEmpty() && !Double.isNaN(columns.getLast()[row])
                        && !(dimension.leavesZerosOut() && columns.getLast()[row] == 0))
                .toArray();
        if (rows.length < 2) {
            throw new InputException("The pilot run " + pilot.path() + " has " + rows.length + " queries with "
                    + dimension.label() + "; a plan needs at least 2, and better " + MIN);
        }
        List<double[]> used = columns.stream()
                .map(column -> Arrays.stream(rows).mapToDouble(row -> column[row]).toArray()).toList();
        return planned(dimension, difference, figure(run, dimension, used), used,
                questions(run, rows), run.summary().totals());
    }

    private static long[] questions(RunColumns run, int[] rows) {
        long[] all = run.questions();
        return Arrays.stream(rows).mapToLong(row -> all[row]).toArray();
    }

    /** Returns the columns of the figure, a place for each query; NaN for queries that do not count. */
    private static List<double[]> columns(RunColumns run, ComparedDimension dimension) {
        if (dimension.perQuery().isPresent()) {
            return List.of(run.figures(dimension.perQuery().get()));
        }
        if (dimension.isAccuracy()) {
            return List.of(IntStream.range(0, run.rows())
                    .mapToDouble(row -> run.wasJudged(row) ? run.correct()[row] : Double.NaN).toArray());
        }
        List<double[]> columns = RunHeadline.of(run, dimension.ofRun()).map(RunHeadline::columns).orElse(List.of());
        if (columns.isEmpty() && RunHeadline.of(run, dimension.ofRun()).isPresent()) {
            throw new ConfigurationException("Queries do not tell how " + dimension.words()
                    + " varies, so no number of them can be planned for it. Plan for J/query or IPJ, or measure in turn");
        }
        return columns;
    }

    private static Resampled figure(RunColumns run, ComparedDimension dimension, List<double[]> used) {
        if (dimension.perQuery().isPresent()) {
            return QuantileResamples.of(used.getFirst(), new double[]{0.5}, Finding.SEED).getFirst();
        }
        MeanResamples means = MeanResamples.of(Finding.SEED, used.toArray(double[][]::new));
        return dimension.isAccuracy()
                ? means.figure(drawn -> drawn[0])
                : RunHeadline.of(run, dimension.ofRun()).orElseThrow().drawn(means, used, 0);
    }

    private static QueryPlan planned(ComparedDimension dimension, double difference, Resampled figure,
            List<double[]> used, long[] questions, RunTotals totals) {
        int queries = used.getFirst().length;
        if (!(figure.value() > 0)) {
            throw new InputException("The pilot's " + dimension.label()
                    + " is zero, so a relative difference has no plan; run an easier pilot, or more queries");
        }
        List<String> warnings = new ArrayList<>();
        if (dimension.restsOnTime()) {
            warnings.add(
                    "This counts chance among queries only. Times and joules vary from run to run too, which no number "
                            + "of queries shows: repeat the runs, or make them in turn");
        }
        Dependence dependence = used.size() == 1
                ? Dependence.of(used.getFirst()).orStronger(Clusters.dependence(used.getFirst(), questions))
                : RunHeadline.dependence(used, figure.value(), questions);
        double effective = queries / dependence.inflation();
        double deviation = figure.standardError() / figure.value() * Math.sqrt(queries);
        NormalDistribution normal = new NormalDistribution(null, 0, 1);
        double z = normal.inverseCumulativeProbability((1 + Finding.LEVEL) / 2)
                + normal.inverseCumulativeProbability(POWER);
        double share = deviation * z / Math.log1p(difference);
        long needed = Math.max(MIN, (long) Math.ceil(2 * share * share * queries / effective));
        if (queries < MIN) {
            warnings.add("The pilot has " + queries + " queries with " + dimension.label()
                    + "; the plan is rough below " + MIN);
        }
        if (deviation == 0) {
            warnings.add("The pilot's " + dimension.label() + " does not vary, so this is the smallest plan; a "
                    + "larger pilot gives a better one");
        }
        if (effective < queries) {
            warnings.add("Queries of the pilot follow those before them or repeat a question: " + queries
                    + " are worth "
                    + Math.max(1, Math.round(effective)) + " independent ones, which the plan takes into account");
        }
        return new QueryPlan(dimension, dimension.perQuery().isPresent() ? "median" : "value", difference,
                figure.value(), deviation, queries, effective, needed,
                totals.queries() > 0 ? needed * totals.measuredSeconds() / totals.queries() : 0, warnings);
    }
}
