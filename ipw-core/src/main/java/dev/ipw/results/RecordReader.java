package dev.ipw.results;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.HeadlineDevices;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RequestOutcome;
import dev.ipw.statistics.Statistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Turn rows of the run dataset back into queries.
 *
 * @param place where the rows come from, in messages
 * @param model the run's model
 */
record RecordReader(String place, String model) {
    private static final String PACKAGE = Scope.PACKAGE.label();

    /** Read one row. */
    ProfilingRecord record(Map<String, ? extends @Nullable Object> row) {
        TreeReader tree = TreeReader.of(place, row);
        MetadataColumn.Fields fields = MetadataColumn.fromValue(row.get("dataset_metadata"));
        String evaluator = tree.text("evaluator");
        DatasetRecord question = new DatasetRecord(tree.text("record_id"), tree.text("problem"), tree.text("answer"),
                tree.optionalText("subject"), Optional.of(evaluator), fields.choices(), fields.metadata());
        TreeReader metrics = tree.child("model_metrics").child(model);
        RequestOutcome outcome = outcome(question.id(), tree, metrics);
        TreeReader judged = TreeReader.ofJson(place + ": evaluation", metrics.child("evaluation").text("metadata"));
        Optional<Evaluation> evaluation = Optional.of(judged)
                .filter(kept -> kept.optionalText("verdict").isPresent()).map(JournalCodec::evaluation);
        return new ProfilingRecord(question, model, outcome, metrics(metrics, outcome), evaluator, evaluation,
                judged.optionalInt(RecordWriter.ATTEMPTS).orElse(evaluation.isPresent() ? 1 : 0));
    }

    private static RequestOutcome outcome(String recordId, TreeReader row, TreeReader metrics) {
        TreeReader timings = metrics.child("server_timings");
        return new RequestOutcome(recordId, metrics.optionalText("lm_response").orElse(""),
                metrics.optionalText("reasoning"), metrics.child("token_metrics", JournalCodec::usage),
                metrics.optionalText("finish_reason"),
                new ServerTimings(timings.optionalWhole("queue_nanos"), timings.optionalWhole("load_nanos"),
                        timings.optionalWhole("prompt_nanos"), timings.optionalWhole("generation_nanos"),
                        timings.optionalWhole("total_nanos"), JournalCodec.flags(timings, "flags")),
                AccountsCodec.clientOperations(metrics.child("compute_metrics")),
                metrics.child("timeline", JournalCodec::timeline),
                row.optionalChild("error", JournalCodec::failure), metrics.optionalText("served_model"));
    }

    private static ModelMetrics metrics(TreeReader tree, RequestOutcome outcome) {
        ResponseTimeline timeline = outcome.timeline();
        TokenUsage usage = outcome.usage();
        return new ModelMetrics(energy(tree.child("energy_metrics"), tree.child("phase_metrics")),
                LatencyMetrics.of(timeline, usage), usage,
                power(tree), hostMemory(tree), temperature(tree), AccountsCodec.compute(tree),
                tree.child("system_info", RunConfigurationCodec::system), tree.child("gpu_info", DeviceCodec::gpu),
                AccountsCodec.cost(tree.optionalChild("cost")),
                AccountsCodec.utilization(tree.optionalChild("hardware_utilization")));
    }

    /** Read what another tool measured. */
    static MeasuredElsewhere measured(TreeReader tree) {
        return new MeasuredElsewhere(energy(tree.child("energy_metrics"), tree.child("phase_metrics")),
                power(tree), hostMemory(tree), temperature(tree),
                tree.optionalChild("gpu_info").flatMap(DeviceCodec::gpu));
    }

    private static PowerMetrics power(TreeReader metrics) {
        TreeReader power = metrics.child("power_metrics");
        return new PowerMetrics(watts(power, "gpu"), watts(power, "cpu"));
    }

    private static Optional<Statistics> hostMemory(TreeReader metrics) {
        return StatisticsCodec.fromTree(metrics.child("memory_metrics").optionalChild("cpu_mb"));
    }

    private static Optional<Statistics> temperature(TreeReader metrics) {
        return StatisticsCodec.fromTree(metrics.optionalChild("temperature_metrics"));
    }

    private static EnergyMetrics energy(TreeReader tree, TreeReader phases) {
        String scope = tree.text("headline_scope");
        EnergyReading headline = new EnergyReading(tree.optionalReal("headline_joules"),
                tree.optionalReal("headline_lower"), tree.optionalReal("headline_upper"),
                tree.text("headline_provenance", Labels.of(Provenance.class)),
                EnergyReadingCodec.scopes(
                        scope.replace(HeadlineDevices.CPU_ESTIMATE, PACKAGE).replace(HeadlineDevices.NONE, PACKAGE)),
                tree.text("headline_source"), EnergyReadingCodec.flags(tree.texts("flags")),
                tree.optionalText("headline_reason"));
        return new EnergyMetrics(headline, scope, tree.children("devices", RecordReader::device),
                tree.optionalReal("total_joules"), tree.optionalReal("cpu_total_joules"),
                new EnergyBreakdown(tree.optionalReal("headline_sigma"), tree.optionalReal("rule_low"),
                        tree.optionalReal("rule_high"), phases.optionalReal("prefill_energy_j"),
                        phases.optionalReal("decode_energy_j"), tree.optionalReal("idle_share_joules"),
                        tree.optionalReal("net_joules"), tree.optionalReal("net_sigma")));
    }

    private static DeviceEnergy device(TreeReader tree) {
        Provenance provenance = tree.text("provenance", Labels.of(Provenance.class));
        OptionalDouble joules = tree.optionalReal("joules");
        return new DeviceEnergy(tree.text("device"), new EnergyReading(joules, tree.optionalReal("lower"),
                tree.optionalReal("upper"), provenance, EnergyReadingCodec.scopes(tree.text("scope")),
                tree.text("source"), EnergyReadingCodec.flags(tree.texts("flags")),
                joules.isPresent() ? Optional.empty() : Optional.of("not measured in this query")));
    }

    private static Optional<Statistics> watts(TreeReader power, String rail) {
        return StatisticsCodec.fromTree(power.optionalChild(rail).flatMap(one -> one.optionalChild("per_query_watts")));
    }
}
