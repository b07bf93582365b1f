package dev.ipw.analysis.pareto;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.analysis.internal.QueryColumn;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunTotals;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The position of a run: its accuracy and its costs.
 *
 * @param name        the run's name among the others
 * @param run         the run
 * @param accuracy    the share of right answers among the scored ones
 * @param costs       the average cost of a query, for each resource that is known
 * @param unpriced    the number of queries without dollars, which are not in the mean
 * @param whyUnpriced why the first of them has no dollars
 * @param whyNoJoules why there are no joules; empty if there are
 */
record RunPoint(String name, RunReader run, Optional<Coordinate> accuracy, Map<Resource, Coordinate> costs,
        long unpriced, Optional<String> whyUnpriced, Optional<String> whyNoJoules) {
    static final Set<Dimension> COLUMNS = Set.of(Dimension.TIME_FROM_INTENDED_START);
    private static final int MIN = 16;

    /** A gatherer of the queries of a run. */
    static final class Gatherer implements RecordGatherer {
        private final String name;
        private final RunReader run;
        private final QueryColumn seconds;
        private final EfficiencyGatherer answers;
        private final QueryDollars dollars;

        Gatherer(String name, AnalysedRun analysed, CostModel model) {
            this.name = name;
            run = analysed.run();
            answers = analysed.efficiency();
            int expected = Math.clamp(run.summary().totals().queries(), MIN, 1 << 24);
            seconds = analysed.column(Dimension.TIME_FROM_INTENDED_START);
            dollars = new QueryDollars(model, run.summary().totals().measuredSeconds(), expected);
        }

        @Override
        public void add(RecordedQuery record) {
            dollars.add(record);
        }

        /** Returns the gatherers of the queries; some are shared with other analyses. */
        List<RecordGatherer> all() {
            return List.of(this, answers, seconds);
        }

        RunPoint finish() {
            Map<Resource, Coordinate> costs = new EnumMap<>(Resource.class);
            Efficiency efficiency = answers.finish(run.summary().totals());
            efficiency.joulesPerQuery().estimate().ifPresent(each -> costs.put(Resource.JOULES, efficiency.asked() > 1
                    ? Coordinate.of(each)
                    : new Coordinate(each.value(), Optional.empty())));
            if (dollars.unpriced() <= (1 - RunTotals.MIN_COVERAGE) * run.summary().totals().queries()) {
                Coordinate.mean(dollars.finish()).ifPresent(mean -> costs.put(Resource.USD, mean));
            }
            Coordinate.mean(seconds.known(any -> true)).ifPresent(mean -> costs.put(Resource.SECONDS, mean));
            return new RunPoint(name, run, efficiency.accuracy().estimate().map(Coordinate::of), costs,
                    dollars.unpriced(),
                    dollars.whyUnpriced(), efficiency.whyNoHeadline());
        }
    }

    Optional<Coordinate> cost(Resource resource) {
        return Optional.ofNullable(costs.get(resource));
    }

    /** Returns whether this run is at least as accurate as another at no higher cost, and better in one of the two. */
    boolean dominates(RunPoint other, Resource resource) {
        if (lacks(resource) || other.lacks(resource)) {
            return false;
        }
        double righter = accuracy.orElseThrow().value() - other.accuracy.orElseThrow().value();
        double cheaper = other.cost(resource).orElseThrow().value() - cost(resource).orElseThrow().value();
        return righter >= 0 && cheaper >= 0 && (righter > 0 || cheaper > 0);
    }

    /** Returns whether it dominates another one at every point of both intervals. */
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
