package dev.ipw.analysis.pareto;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.RunNames;
import dev.ipw.analysis.SideBySideAnalysis;
import dev.ipw.analysis.cost.RunPricing;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.quality.RunVerdict;
import dev.ipw.quality.Trust;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Set runs beside each other: accuracy against joules, dollars and seconds a query, each with its interval, and which run
 * dominates which: at least as right for at most as much, and better in one of both. A run that none dominates is on the
 * front.
 */
public final class ParetoAnalysis implements SideBySideAnalysis {
    /** The analysis' id. */
    public static final String ID = "pareto";

    private final RunPricing pricing;

    /** Reckon dollars by what each run was begun with. */
    public ParetoAnalysis() {
        this(RunPricing.OF_THE_RUN);
    }

    /**
     * Reckon dollars by other prices and factors.
     *
     * @param pricing what all runs are reckoned by
     */
    public ParetoAnalysis(RunPricing pricing) {
        this.pricing = Objects.requireNonNull(pricing, "pricing");
    }

    @Override
    public AnalysisResult analyzeTogether(List<RunReader> runs) {
        List<String> names = RunNames.of(runs.stream().map(run -> run.directory().path()).toList());
        List<RunPoint> points = IntStream.range(0, runs.size())
                .mapToObj(index -> RunPoint.of(names.get(index), runs.get(index),
                        pricing.model(runs.get(index).summary())))
                .toList();
        TreeBuilder summary = TreeBuilder.object().put("runs", (long) points.size());
        for (Resource resource : Resource.values()) {
            summary.put("front_by_" + resource.label(),
                    points.stream().filter(point -> isOnFront(point, points, resource))
                            .map(RunPoint::name).toList());
        }
        return new AnalysisResult(ID, summary.build(), warnings(points),
                Map.of("points", points.stream().map(point -> tree(point, points)).toList()));
    }

    private static boolean isOnFront(RunPoint point, List<RunPoint> points, Resource resource) {
        return !point.lacks(resource) && points.stream().noneMatch(other -> other.dominates(point, resource));
    }

    private static Map<String, @Nullable Object> tree(RunPoint point, List<RunPoint> points) {
        TreeBuilder tree = TreeBuilder.object().put("run", point.run().directory().path().toString())
                .put("name", point.name()).put("model", point.run().summary().configuration().client().model());
        Coordinate.put(tree, "accuracy", point.accuracy());
        for (Resource resource : Resource.values()) {
            Coordinate.put(tree, resource.key(), point.cost(resource));
        }
        return tree
                .put("dominated_by",
                        dominating(point, points, (other, resource) -> other.dominates(point, resource)))
                .put("certainly_dominated_by",
                        dominating(point, points, (other, resource) -> other.certainlyDominates(point, resource)))
                .build();
    }

    /** Of a run that lacks accuracy or the resource nobody knows who dominates it. */
    private static TreeBuilder dominating(RunPoint point, List<RunPoint> points,
            BiPredicate<RunPoint, Resource> dominates) {
        TreeBuilder tree = TreeBuilder.object();
        for (Resource resource : Resource.values()) {
            tree.put(resource.label(), point.lacks(resource)
                    ? Optional.empty()
                    : Optional.of(points.stream().filter(other -> dominates.test(other, resource))
                            .map(RunPoint::name).toList()));
        }
        return tree;
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
                        "No answer of " + point.name() + " was scored, so nothing can be said of who dominates it");
            }
            point.whyNoJoules().ifPresent(why -> warnings.add("There are no joules of " + point.name() + ": " + why));
            point.whyUnpriced().ifPresent(why -> warnings.add(point.unpriced() + " of " + summary.totals().queries()
                    + " queries of " + point.name() + " have no dollars and are not in their mean: " + why));
            summary.verdict().map(RunVerdict::level).filter(level -> level == Trust.INVALID)
                    .ifPresent(level -> warnings.add("The times of " + point.name() + " are INVALID"));
            if (summary.interrupted()) {
                warnings.add(point.name() + " was ended early");
            }
        }
        return warnings;
    }

    private static void differ(List<String> warnings, List<RunPoint> points, String what,
            Function<RunSummary, String> part) {
        List<String> different = points.stream().map(point -> part.apply(point.run().summary())).distinct().toList();
        if (different.size() > 1) {
            warnings.add("The runs differ in their " + what + ": " + String.join(", ", different));
        }
    }
}
