package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.Estimate;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Hold the figures of one run as a whole.
 *
 * @param queries all requests
 * @param failed  those without a whole answer
 * @param values  the figures that are known
 */
public record RunFigures(long queries, long failed, Map<RunFigure, Double> values) {
    /** Copy the figures. */
    public RunFigures {
        Map<RunFigure, Double> copy = new EnumMap<>(RunFigure.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
    }

    /**
     * Work out the figures of a run.
     *
     * @param run    the run
     * @param levels what an answer must keep to be good; without it nothing is said of good answers
     * @return its figures
     */
    public static RunFigures of(RunReader run, Optional<ServiceLevels> levels) {
        LatencyAnalysis.Gatherer times = levels.map(LatencyAnalysis::new).orElseGet(LatencyAnalysis::new)
                .gatherer(run);
        EfficiencyGatherer answers = new EfficiencyGatherer();
        RecordGatherer.gather(run, List.of(times, answers));
        AnalysisResult latency = times.finish();
        Map<RunFigure, Double> values = new EnumMap<>(RunFigure.class);
        for (RunFigure figure : RunFigure.values()) {
            latency.figure(figure.label()).number().ifPresent(known -> values.put(figure, known));
        }
        RunTotals totals = run.summary().totals();
        Efficiency efficiency = answers.finish(totals);
        put(values, RunFigure.JOULES_PER_QUERY, efficiency.joulesPerQuery());
        put(values, RunFigure.JOULES_PER_OUTPUT_TOKEN, efficiency.joulesPerOutputToken());
        put(values, RunFigure.DEVICE_WATTS, efficiency.deviceWatts());
        put(values, RunFigure.ACCURACY, efficiency.accuracy());
        put(values, RunFigure.INTELLIGENCE_PER_JOULE, efficiency.intelligencePerJoule());
        put(values, RunFigure.DEVICE_INTELLIGENCE_PER_WATT, efficiency.intelligencePerWatt());
        return new RunFigures(totals.queries(), totals.failed(), values);
    }

    private static void put(Map<RunFigure, Double> values, RunFigure figure, Optional<Estimate> value) {
        value.ifPresent(known -> values.put(figure, known.value()));
    }

    /**
     * Give one figure.
     *
     * @param figure which
     * @return its value in the figure's unit; empty if it is not known
     */
    public OptionalDouble of(RunFigure figure) {
        Double value = values.get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * Write the figures for a file.
     *
     * @return the figures by their labels, null for what is not known
     */
    public Map<String, @Nullable Object> toMap() {
        TreeBuilder tree = TreeBuilder.object().put("queries", queries).put("failed", failed);
        for (RunFigure figure : RunFigure.values()) {
            tree.put(figure.label(), of(figure));
        }
        return tree.build();
    }
}
