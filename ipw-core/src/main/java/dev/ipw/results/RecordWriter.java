package dev.ipw.results;

import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.TimeParts;
import dev.ipw.record.TokenBasis;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Turn one query into a row of the run dataset.
 *
 * @param metadata how the dataset's own fields are stored
 */
record RecordWriter(MetadataColumn metadata) {
    /** How often an answer was judged, under the Python reference's name. */
    static final String ATTEMPTS = "evaluation_attempts";
    private static final double MILLIS = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Give the row. */
    Map<String, @Nullable Object> row(ProfilingRecord record) {
        boolean nothingCame = record.hasFailed() && record.outcome().answer().isEmpty();
        Optional<String> answer = nothingCame ? Optional.empty() : Optional.of(record.outcome().answer());
        return TreeBuilder.object().put("problem", record.question().problem())
                .put("answer", record.question().answer()).put("subject", record.question().subject())
                .put("dataset_metadata", metadata.toValue(record.question())).put("record_id", record.question().id())
                .put("error", record.outcome().failure().map(failure -> TreeBuilder.object()
                        .put("kind", failure.kind().label()).put("message", failure.message()).build()))
                .put("evaluator", record.evaluator())
                .put("model_answers", TreeBuilder.object().put(record.model(), answer))
                .put("model_metrics", TreeBuilder.object().put(record.model(),
                        RecordSchema.withEveryStruct(RecordSchema.modelMetrics(), metrics(record, answer).build())))
                .build();
    }

    /** Write what another tool measured under the names of the row. */
    static TreeBuilder measured(MeasuredElsewhere measured) {
        EnergyBreakdown breakdown = measured.energy().breakdown();
        return TreeBuilder.object().put("energy_metrics", energy(measured.energy()))
                .put("phase_metrics",
                        TreeBuilder.object().put("prefill_energy_j", breakdown.prefillJoules()).put("decode_energy_j",
                                breakdown.decodeJoules()))
                .put("power_metrics", power(measured.power()))
                .put("memory_metrics",
                        TreeBuilder.object().put("cpu_mb", measured.hostMemoryMegabytes().map(StatisticsCodec::toTree)))
                .put("temperature_metrics", measured.temperatureCelsius().map(StatisticsCodec::toTree))
                .put("gpu_info", measured.gpu().map(DeviceCodec::toTree));
    }

    private static TreeBuilder metrics(ProfilingRecord record, Optional<String> answer) {
        ModelMetrics metrics = record.metrics();
        Optional<Boolean> correct = record.isCorrect();
        return TreeBuilder.object().put("compute_metrics", compute(metrics)).put("energy_metrics", energy(metrics))
                .put("latency_metrics", latency(metrics.latency()))
                .put("memory_metrics",
                        TreeBuilder.object().put("cpu_mb", metrics.hostMemoryMegabytes().map(StatisticsCodec::toTree)))
                .put("power_metrics",
                        power(metrics.power()).put("request_share_watts", metrics.requestShareWatts()))
                .put("temperature_metrics", metrics.temperatureCelsius().map(StatisticsCodec::toTree))
                .put("token_metrics", JournalCodec.usage(metrics.tokens()))
                .put("phase_metrics", phases(record.outcome().timeline(), metrics))
                .put("hardware_utilization", AccountsCodec.utilization(metrics))
                .put("cost", AccountsCodec.cost(metrics.cost()))
                .put("gpu_info", metrics.gpu().map(DeviceCodec::toTree))
                .put("system_info", RunConfigurationCodec.system(metrics.system()))
                .put("timeline", JournalCodec.timeline(record.outcome().timeline()))
                .put("time_parts", parts(TimeParts.of(record.outcome().timeline())))
                .put("evaluation", evaluation(record, correct)).put("lm_correctness", correct)
                .put("lm_response", answer).put("reasoning", record.outcome().reasoning())
                .put("finish_reason", record.outcome().finishReason())
                .put("served_model", record.outcome().servedModel())
                .put("server_timings", TreeBuilder.object()
                        .put("queue_nanos", record.outcome().serverTimings().queueNanos())
                        .put("load_nanos", record.outcome().serverTimings().loadNanos())
                        .put("prompt_nanos", record.outcome().serverTimings().promptNanos())
                        .put("generation_nanos", record.outcome().serverTimings().generationNanos())
                        .put("total_nanos", record.outcome().serverTimings().totalNanos())
                        .put("flags", JournalCodec.flags(record.outcome().serverTimings().flags())));
    }

    private static TreeBuilder compute(ModelMetrics metrics) {
        OptionalDouble work = metrics.compute().floatingPointOperations();
        TreeBuilder compute = TreeBuilder.object().put("flops_per_request", work).put("flops_per_token",
                ratio(work, (double) metrics.tokens().total().orElse(0)))
                .put("flops_source", metrics.compute().source());
        work.ifPresent(flops -> compute.put("total_flops", Math.round(flops)));
        return compute;
    }

    private static TreeBuilder energy(ModelMetrics metrics) {
        OptionalDouble joules = metrics.energy().headline().joules();
        return energy(metrics.energy())
                .put("energy_per_output_token_joules", ratio(joules, (double) metrics.tokens().output().orElse(0)))
                .put("energy_per_total_token_joules", ratio(joules, (double) metrics.tokens().total().orElse(0)))
                .put("output_tokens_per_joule", metrics.outputTokensPerJoule());
    }

    private static TreeBuilder energy(EnergyMetrics energy) {
        EnergyReading headline = energy.headline();
        // The reference's CPU columns say nothing of their source: what is only guessed does not go there.
        boolean guessed = energy.isProcessorEstimated();
        return TreeBuilder.object().put("per_query_joules", energy.joules(Scope.GPU))
                .put("total_joules", energy.gpuTotalJoules())
                .put("cpu_per_query_joules", guessed ? OptionalDouble.empty() : energy.joules(Scope.PACKAGE))
                .put("cpu_total_joules", guessed ? OptionalDouble.empty() : energy.processorTotalJoules())
                .put("ane_per_query_joules", energy.joules(Scope.ANE))
                .put("soc_per_query_joules", energy.joules(Scope.SOC)).put("basis", energy.headlineScope())
                .put("headline_joules", headline.joules()).put("headline_lower", headline.lower())
                .put("headline_upper", headline.upper()).put("headline_sigma", energy.breakdown().sigmaJoules())
                .put("rule_low", energy.breakdown().lowestRule()).put("rule_high", energy.breakdown().highestRule())
                .put("idle_share_joules", energy.breakdown().idleShareJoules())
                .put("net_joules", energy.breakdown().netJoules())
                .put("net_sigma", energy.breakdown().netSigmaJoules()).put("headline_scope", energy.headlineScope())
                .put("headline_provenance", headline.provenance().name()).put("headline_source", headline.source())
                .put("headline_reason", headline.reason()).put("flags", EnergyReadingCodec.flags(headline))
                .put("devices", energy.devices().stream().map(one -> device(one).build()).toList());
    }

    private static TreeBuilder device(DeviceEnergy device) {
        EnergyReading reading = device.reading();
        return TreeBuilder.object().put("device", device.device()).put("scope", reading.scopeLabel())
                .put("joules", reading.joules()).put("lower", reading.lower()).put("upper", reading.upper())
                .put("provenance", reading.provenance().name()).put("source", reading.source())
                .put("flags", EnergyReadingCodec.flags(reading));
    }

    private static TreeBuilder latency(LatencyMetrics latency) {
        TreeBuilder tree = TreeBuilder.object().put("per_token_ms", millis(latency.perTokenSeconds()))
                .put("throughput_tokens_per_sec", latency.outputTokensPerSecond())
                .put("time_to_first_token_seconds", latency.timeToFirstTokenSeconds())
                .put("total_query_seconds", latency.totalSeconds())
                .put("time_per_output_token_seconds", latency.timePerOutputTokenSeconds())
                .put("time_to_first_visible_token_seconds", latency.timeToFirstVisibleTokenSeconds())
                .put("time_from_intended_start_seconds", latency.fromIntendedStartSeconds())
                .put("chunk_bundling", latency.chunkBundling())
                .put("time_per_output_token_basis", latency.timePerOutputTokenBasis().map(TokenBasis::label));
        latency.interTokenLatency().ifPresent(gaps -> tree.put("median_itl_ms", gaps.medianSeconds() * MILLIS)
                .put("p90_itl_ms", gaps.p90Seconds() * MILLIS).put("p95_itl_ms", gaps.p95Seconds() * MILLIS)
                .put("p99_itl_ms", gaps.p99Seconds() * MILLIS)
                .put("itl_std_ms", gaps.standardDeviationSeconds() * MILLIS));
        return tree;
    }

    private static TreeBuilder parts(TimeParts parts) {
        return TreeBuilder.object().put("waiting_nanos", parts.waitingNanos())
                .put("retrying_nanos", parts.retryingNanos()).put("connecting_nanos", parts.connectingNanos())
                .put("sending_nanos", parts.sendingNanos()).put("until_first_byte_nanos", parts.untilFirstByteNanos())
                .put("until_first_token_nanos", parts.untilFirstTokenNanos())
                .put("generating_nanos", parts.generatingNanos()).put("until_end_nanos", parts.untilEndNanos());
    }

    private static TreeBuilder power(PowerMetrics power) {
        return TreeBuilder.object()
                .put("gpu", TreeBuilder.object().put("per_query_watts", power.gpuWatts().map(StatisticsCodec::toTree)))
                .put("cpu", TreeBuilder.object().put("per_query_watts",
                        power.processorWatts().map(StatisticsCodec::toTree)));
    }

    private static TreeBuilder phases(ResponseTimeline timeline, ModelMetrics metrics) {
        TreeBuilder phases = TreeBuilder.object();
        EnergyBreakdown energy = metrics.energy().breakdown();
        if (timeline.firstTokenNanos().isEmpty()) {
            return phases;
        }
        long first = timeline.firstTokenNanos().getAsLong();
        double prefillNanos = first - timeline.serviceStartNanos();
        double decodeNanos = timeline.endNanos() - first;
        return phases.put("prefill_duration_ms", prefillNanos / NANOS_PER_MILLI)
                .put("decode_duration_ms", decodeNanos / NANOS_PER_MILLI)
                .put("prefill_energy_j", energy.prefillJoules()).put("decode_energy_j", energy.decodeJoules())
                .put("prefill_power_avg_w", ratio(energy.prefillJoules(), prefillNanos / NANOS_PER_SECOND))
                .put("decode_power_avg_w", ratio(energy.decodeJoules(), decodeNanos / NANOS_PER_SECOND))
                .put("prefill_energy_per_input_token_j",
                        ratio(energy.prefillJoules(), (double) metrics.tokens().input().orElse(0)))
                .put("decode_energy_per_output_token_j",
                        ratio(energy.decodeJoules(), (double) metrics.tokens().output().orElse(0)));
    }

    private static TreeBuilder evaluation(ProfilingRecord record, Optional<Boolean> correct) {
        TreeBuilder metadata = record.evaluation().map(JournalCodec::evaluation).orElseGet(TreeBuilder::object)
                .put(ATTEMPTS, (long) record.evaluationAttempts());
        return TreeBuilder.object().put("is_correct", correct).put("metadata", metadata.json()).put("config",
                TreeBuilder.object().put("evaluator", record.evaluator()).json());
    }

    private static OptionalDouble millis(OptionalDouble seconds) {
        return seconds.isEmpty() ? seconds : OptionalDouble.of(seconds.getAsDouble() * MILLIS);
    }

    private static OptionalDouble ratio(OptionalDouble above, double below) {
        return above.isEmpty() || below <= 0 ? OptionalDouble.empty() : OptionalDouble.of(above.getAsDouble() / below);
    }
}
