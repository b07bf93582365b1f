package dev.ipw.analysis.pareto;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.comparison.internal.RunNames;
import dev.ipw.analysis.cost.RunPricing;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.Dimension;
import dev.ipw.run.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The comparison of runs side by side: accuracy against joules, dollars and seconds per query, each with its interval,
 * and which run dominates which. A run dominates another if it is at least as accurate at no higher cost, and better in
 * one of the two. A run that none dominates is on the front.
 */
public final class ParetoAnalysis implements SideBySideAnalysis {
    /** The analysis' id. */
    public static final String ID = "pareto";
    private static final int BYTES_PER_QUERY = Double.BYTES;
    private static final String POINTS = "points";
    private static final String DOMINATED = "dominated_by_";
    private static final String CERTAINLY_DOMINATED = "certainly_dominated_by_";

    private final RunPricing pricing;

    /**
     * Uses other prices and factors.
     *
     * @param pricing the prices and factors for all runs
     */
    public ParetoAnalysis(RunPricing pricing) {
        this.pricing = Objects.requireNonNull(pricing, "pricing");
    }

    @Override
    public Set<Dimension> sharedColumns() {
        return RunPoint.COLUMNS;
    }

    @Override
    public int bytesPerQuery() {
        return BYTES_PER_QUERY;
    }

    @Override
    public int resultBytesPerQuery() {
        return 2 * Double.BYTES;
    }

    @Override
    public Passes beginTogether(List<AnalysedRun> runs) {
        List<String> names = RunNames.of(runs.stream().map(run -> run.run().directory().path()).toList());
        List<RunPoint.Gatherer> gatherers = IntStream.range(0, runs.size())
                .mapToObj(index -> new RunPoint.Gatherer(names.get(index), runs.get(index),
                        pricing.model(runs.get(index).run().summary())))
                .toList();
        return new Passes(gatherers.stream().map(RunPoint.Gatherer::all).toList(),
                () -> result(gatherers.stream().map(RunPoint.Gatherer::finish).toList()));
    }

    private static AnalysisResult result(List<RunPoint> points) {
        AnalysisResult.Builder result = AnalysisResult.builder(ID, "Accuracy against cost")
                .figure(AnalysisColumn.count("runs"), AnalysisValue.of((long) points.size()));
        for (Resource resource : Resource.values()) {
            result.figure(AnalysisColumn.texts("front_by_" + resource.label()),
                    AnalysisValue.of(points.stream().filter(point -> isOnFront(point, points, resource))
                            .map(RunPoint::name).toList()));
        }
        return result.warnings(warnings(points)).table(AnalysisTable.of(POINTS, "Runs", columns())
                .rows(points.stream().map(point -> row(point, points)).toList())).build();
    }

    private static AnalysisColumn[] columns() {
        List<AnalysisColumn> columns = new ArrayList<>(List.of(AnalysisColumn.text("run"), AnalysisColumn.text("name"),
                AnalysisColumn.text("model"), AnalysisColumn.estimate(RunFigure.ACCURACY)));
        for (Resource resource : Resource.values()) {
            columns.add(AnalysisColumn.estimate(resource.key(), resource.unit()).labelled(resource.unit() + "/query")
                    .scaled(resource == Resource.USD ? FigureScale.PER_THOUSAND_QUERIES : FigureScale.UNIT));
        }
        for (String kind : List.of(DOMINATED, CERTAINLY_DOMINATED)) {
            for (Resource resource : Resource.values()) {
                columns.add(AnalysisColumn.texts(kind + resource.label()));
            }
        }
        return columns.toArray(AnalysisColumn[]::new);
    }

    private static boolean isOnFront(RunPoint point, List<RunPoint> points, Resource resource) {
        return !point.lacks(resource) && points.stream().noneMatch(other -> other.dominates(point, resource));
    }

    private static List<AnalysisValue> row(RunPoint point, List<RunPoint> points) {
        List<AnalysisValue> row = new ArrayList<>(List.of(
                AnalysisValue.of(point.run().directory().path().toString()), AnalysisValue.of(point.name()),
                AnalysisValue.of(point.run().summary().configuration().client().model()),
                Coordinate.value(point.accuracy())));
        for (Resource resource : Resource.values()) {
            row.add(Coordinate.value(point.cost(resource)));
        }
        row.addAll(dominating(point, points, RunPoint::dominates));
        row.addAll(dominating(point, points, RunPoint::certainlyDominates));
        return row;
    }

    /** A test whether a run dominates another in a resource. */
    private interface Dominance {
        boolean test(RunPoint run, RunPoint other, Resource resource);
    }

    /** Returns the runs that dominate a run. If the run lacks accuracy or the resource, they are unknown. */
    private static List<AnalysisValue> dominating(RunPoint point, List<RunPoint> points, Dominance dominates) {
        return Arrays.stream(Resource.values()).map(resource -> point.lacks(resource)
                ? AnalysisValue.absent("accuracy or " + resource.label() + " of the run is not known")
                : AnalysisValue.of(points.stream().filter(other -> dominates.test(other, point, resource))
                        .map(RunPoint::name).toList()))
                .toList();
    }

    private static List<String> warnings(List<RunPoint> points) {
        List<String> warnings = new ArrayList<>();
        differ(warnings, points, "datasets", summary -> summary.configuration().dataset());
        differ(warnings, points, "loads", summary -> summary.configuration().load().shape());
        differ(warnings, points, "parts of the machine whose joules count",
                summary -> summary.totals().headlineScope());
        for (RunPoint point : points) {
            RunSummary summary = point.run().summary();
            if (point.accuracy().isEmpty()) {
                warnings.add(
                        "No answer of " + point.name() + " was scored, so its dominance is unknown");
            }
            point.whyNoJoules().ifPresent(why -> warnings.add("There are no joules of " + point.name() + ": " + why));
            point.whyUnpriced().ifPresent(why -> warnings.add(point.unpriced() + " of " + summary.totals().queries()
                    + " queries of " + point.name() + " have no dollars and are not in their mean: " + why));
            summary.validity().map(RunValidity::level).filter(level -> level == Trust.INVALID)
                    .ifPresent(level -> warnings.add("The times of " + point.name() + " are INVALID"));
            if (summary.interrupted()) {
                warnings.add(point.name() + " was ended early");
            }
        }
        return warnings;
    }

    private static void differ(List<String> warnings, List<RunPoint> points, String property,
            Function<RunSummary, String> part) {
        List<String> different = points.stream().map(point -> part.apply(point.run().summary())).distinct().toList();
        if (different.size() > 1) {
            warnings.add("The runs differ in their " + property + ": " + String.join(", ", different));
        }
    }
}
