package dev.ipw.series;

import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.load.Load;
import dev.ipw.series.SeriesPlan.SeriesStep;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.StudentInterval;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Repeated runs of the same kind, which show the variation of a figure from run to run. A single run only shows the
 * variation between queries; conditions of the run (a warm machine, a neighbour, one pattern of arrivals) affect all of
 * them. Every run asks the same questions; if requests start at random, each run has its own arrivals, so that their
 * chance is in the interval too.
 *
 * @param count  the number of runs, from 2 to 100
 * @param levels the service levels that an answer must meet to be good
 */
@API(status = API.Status.EXPERIMENTAL)
public record Repeats(int count, Optional<ServiceLevels> levels) implements SeriesPlan {
    private static final int MAX = 100;
    private static final double LEVEL = 0.95;

    /** Checks the number. */
    public Repeats {
        Objects.requireNonNull(levels, "levels");
        if (count < 2 || count > MAX) {
            throw new ConfigurationException("A run is repeated 2 to " + MAX + " times, not " + count
                    + "; two tell little, five are a start");
        }
    }

    /**
     * Repeats a run.
     *
     * @param count the total number of runs, from 2 to 100
     * @return the plan
     */
    public static Repeats of(int count) {
        return new Repeats(count, Optional.empty());
    }

    /**
     * Counts the answers that meet service levels in each run.
     *
     * @param kept the service levels that an answer must meet
     * @return the plan with them
     */
    public Repeats keeping(ServiceLevels kept) {
        return new Repeats(count, Optional.of(kept));
    }

    /**
     * Returns the mean of each figure over the runs with its interval: the mean of the runs' figures and Student's t
     * over their deviation, so that it holds for a further run of the same kind.
     *
     * @param runs the runs, at least one; those that were ended early do not count
     * @return the figures that every complete run has; empty with fewer than two of them
     */
    public static Map<RunFigure, Estimate> means(List<SeriesRun> runs) {
        List<SeriesRun> whole = runs.stream().filter(SeriesRun::isWhole).toList();
        Map<RunFigure, Estimate> means = new EnumMap<>(RunFigure.class);
        for (RunFigure figure : RunFigure.values()) {
            double[] values = whole.stream().map(run -> run.figures().of(figure)).filter(OptionalDouble::isPresent)
                    .mapToDouble(OptionalDouble::getAsDouble).toArray();
            if (values.length == whole.size() && values.length > 1) {
                Estimate mean = StudentInterval.ofMean(values, LEVEL);
                // No figure is below zero, and no share above one.
                double most = figure.unit().isEmpty() ? 1 : Double.POSITIVE_INFINITY;
                means.put(figure, new Estimate(mean.value(), new Interval(Math.max(0, mean.interval().low()),
                        Math.min(most, mean.interval().high()), LEVEL)));
            }
        }
        return Collections.unmodifiableMap(means);
    }

    @Override
    public String kind() {
        return "repeats";
    }

    @Override
    public String fileName() {
        return "repeats.json";
    }

    @Override
    public OptionalInt size() {
        return OptionalInt.of(count);
    }

    @Override
    public Optional<SeriesStep> next(Load load, long seed, List<SeriesRun> done) {
        int number = done.size() + 1;
        long arrivals = load.seed().orElse(seed) + done.size();
        return number > count
                ? Optional.empty()
                : Optional.of(new SeriesStep("repeat-" + number, load.seeded(arrivals)));
    }

    @Override
    public Map<String, @Nullable Object> outcome(List<SeriesRun> done) {
        TreeBuilder means = TreeBuilder.object();
        long whole = done.stream().filter(SeriesRun::isWhole).count();
        means(done).forEach((figure, mean) -> means.put(figure.label(), TreeBuilder.object().put("unit", figure.unit())
                .put("mean", mean.value()).put("low", mean.interval().low()).put("high", mean.interval().high())
                .put("level", mean.interval().level()).put("runs", whole)));
        return TreeBuilder.object().put("means", means).build();
    }
}
