package dev.ipw.analysis.pareto;

import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Proportion;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.util.ResizableDoubleArray;

/**
 * Hold where a run lies.
 *
 * @param name     the run's name among the others
 * @param run      the run
 * @param accuracy the share of right answers among those that were scored
 * @param costs    what a query costs on average, of each resource that is known
 */
record RunPoint(String name, RunReader run, Optional<Coordinate> accuracy, Map<Resource, Coordinate> costs) {
    private static final double LEVEL = 0.95;

    /** Read a run once. */
    static RunPoint of(String name, RunReader run) {
        Map<Resource, ResizableDoubleArray> queries = new EnumMap<>(Resource.class);
        long right = 0;
        long scored = 0;
        try (Stream<ProfilingRecord> records = run.records()) {
            for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
                ProfilingRecord record = each.next();
                Optional<Boolean> correct = record.isCorrect();
                scored += correct.isPresent() ? 1 : 0;
                right += correct.filter(Boolean::booleanValue).isPresent() ? 1 : 0;
                for (Resource resource : Resource.values()) {
                    dimension(resource).map(one -> one.of(record)).filter(figure -> figure.isPresent())
                            .ifPresent(figure -> queries
                                    .computeIfAbsent(resource, any -> new ResizableDoubleArray())
                                    .addElement(figure.getAsDouble()));
                }
            }
        }
        Map<Resource, Coordinate> costs = new EnumMap<>(Resource.class);
        queries.forEach((resource, figures) -> Coordinate.mean(figures.getElements())
                .ifPresent(mean -> costs.put(resource, mean)));
        Proportion share = new Proportion(right, scored);
        return new RunPoint(name, run, scored == 0
                ? Optional.empty()
                : Optional.of(Coordinate.of(new Estimate(share.value(), share.wilson(LEVEL)))), costs);
    }

    /** Dollars are those of the dimension that is counted in them; where queries have none they are absent. */
    private static Optional<Dimension> dimension(Resource resource) {
        return switch (resource) {
            case JOULES -> Optional.of(Dimension.ENERGY_JOULES);
            case USD -> Arrays.stream(Dimension.values()).filter(one -> one.unit().equals("USD")).findFirst();
            case SECONDS -> Optional.of(Dimension.TIME_FROM_INTENDED_START);
        };
    }

    Optional<Coordinate> cost(Resource resource) {
        return Optional.ofNullable(costs.get(resource));
    }

    /** Say whether this run is at least as right for at most as much as another one, and better in one of both. */
    boolean dominates(RunPoint other, Resource resource) {
        if (lacks(resource) || other.lacks(resource)) {
            return false;
        }
        double righter = accuracy.orElseThrow().value() - other.accuracy.orElseThrow().value();
        double cheaper = other.cost(resource).orElseThrow().value() - cost(resource).orElseThrow().value();
        return righter >= 0 && cheaper >= 0 && (righter > 0 || cheaper > 0);
    }

    /** Say whether it dominates another one, and does so wherever within their intervals both may lie. */
    boolean certainlyDominates(RunPoint other, Resource resource) {
        return dominates(other, resource)
                && isBelow(other.accuracy.orElseThrow(), accuracy.orElseThrow())
                && isBelow(cost(resource).orElseThrow(), other.cost(resource).orElseThrow());
    }

    boolean lacks(Resource resource) {
        return accuracy.isEmpty() || cost(resource).isEmpty();
    }

    private static boolean isBelow(Coordinate low, Coordinate high) {
        return low.interval().isPresent() && high.interval().isPresent()
                && low.interval().get().high() < high.interval().get().low();
    }
}
