package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.export.RunFacts.Energy;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the metrics of a run in the form of Every Eval Ever.
 *
 * @param run    the run
 * @param source the source of its questions
 */
record EveryEvalEverResults(RunFacts run, Map<String, @Nullable Object> source) {
    private static final String UNBOUNDED = "Infinity";

    /**
     * A metric.
     *
     * @param id             its name among all metrics
     * @param unit           the unit of its values
     * @param description    its description
     * @param isLowerBetter  whether lower values are better
     * @param most           its maximum: a number, or {@value #UNBOUNDED}
     * @param intervalMethod the method by which its interval is computed
     */
    private record Metric(String id, String unit, String description, boolean isLowerBetter, Object most,
            String intervalMethod) {}

    /** Writes the accuracy, then the known joules. */
    List<Map<String, @Nullable Object>> of(Estimate accuracy) {
        Energy energy = run.energy();
        List<Map<String, @Nullable Object>> results = new ArrayList<>();
        results.add(result(new Metric("accuracy", "proportion",
                "Share of right answers; failed requests count as wrong", false, 1.0, "wilson"), accuracy));
        add(results, "joules_per_query", "J", "Joules of the measurement window over the queries that were asked", true,
                energy.joulesPerQuery());
        add(results, "intelligence_per_joule", "1/J", "Accuracy over joules per query", false,
                energy.intelligencePerJoule());
        add(results, "intelligence_per_watt", "1/W", "Accuracy over the watts of the devices", false,
                energy.intelligencePerWatt());
        return results;
    }

    private void add(List<Map<String, @Nullable Object>> results, String id, String unit, String description,
            boolean isLowerBetter, Optional<Estimate> value) {
        value.ifPresent(known -> results.add(result(new Metric("ipw." + id, unit, description, isLowerBetter,
                UNBOUNDED, "bounds of the joules and of chance"), known)));
    }

    private Map<String, @Nullable Object> result(Metric metric, Estimate value) {
        TreeBuilder configuration = TreeBuilder.object().put("evaluation_description", metric.description)
                .put("metric_id", metric.id).put("metric_unit", metric.unit)
                .put("lower_is_better", metric.isLowerBetter).put("score_type", "continuous").put("min_score", 0.0)
                .put("max_score", metric.most);
        TreeBuilder uncertainty = TreeBuilder.object();
        Interval interval = value.interval();
        if (Double.isFinite(interval.low()) && Double.isFinite(interval.high())) {
            uncertainty.put("confidence_interval", TreeBuilder.object().put("lower", interval.low())
                    .put("upper", interval.high()).put("confidence_level", interval.level())
                    .put("method", metric.intervalMethod));
        }
        TreeBuilder score = TreeBuilder.object().put("score", value.value()).put("details", details())
                .put("uncertainty", uncertainty.put("num_samples", run.counts().scored()));
        return TreeBuilder.object().put("evaluation_result_id", metric.id)
                .put("evaluation_name", run.setup().dataset().name()).put("source_data", source)
                .put("evaluation_timestamp", run.setup().start().toString()).put("metric_config", configuration)
                .put("score_details", score).build();
    }

    private TreeBuilder details() {
        return TreeBuilder.object().put("energy_provenance", EnergyNote.provenance(run).name())
                .put("energy_scope", run.energy().scope()).put("energy_note", EnergyNote.of(run))
                .put("failed_requests", String.valueOf(run.counts().failed()))
                .put("interrupted", String.valueOf(run.setup().isInterrupted()))
                .put("epochs", String.valueOf(run.setup().epochs()));
    }
}
