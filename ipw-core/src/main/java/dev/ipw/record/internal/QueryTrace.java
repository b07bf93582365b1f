package dev.ipw.record.internal;

import dev.ipw.cost.Pricing;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.QueryParts;
import dev.ipw.statistics.Statistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A query under the keys of the reference's traces, with our own keys in addition. Unknown values are null, never 0.
 *
 * @param record   the query
 * @param workload the origin of the query, for example the dataset's id
 * @param pricing  the prices of tokens
 */
public record QueryTrace(ProfilingRecord record, String workload, Pricing pricing) {
    private static final String QUERY_TEXT = "query_text";
    private static final String RESPONSE_TEXT = "response_text";
    private static final double NANOS = 1e9;

    /**
     * Writes the whole trace.
     *
     * @return the figures of {@link #flat()}, with the turns and our own keys
     */
    public TreeBuilder tree() {
        TreeBuilder tree = flat();
        QueryOutcome outcome = record.outcome();
        tree.put("turns", turns()).put("score_metadata", score());
        return ours(tree.put("start_nanos", startNanos()).put("end_nanos", outcome.endNanos()));
    }

    /**
     * Writes the trace without its turns and texts.
     *
     * @return figures, verdict and joules of the whole query
     */
    public TreeBuilder summary() {
        TreeBuilder tree = TreeBuilder.object();
        flat().build().forEach((key, value) -> {
            if (!key.equals(QUERY_TEXT) && !key.equals(RESPONSE_TEXT)) {
                tree.put(key, value);
            }
        });
        return ours(tree.put("score_metadata", score()));
    }

    /**
     * Writes the reference's figures of the whole query.
     *
     * @return one value for each key, none of them a list or an object
     */
    public TreeBuilder flat() {
        QueryOutcome outcome = record.outcome();
        TokenUsage usage = record.metrics().tokens();
        EnergyMetrics energy = record.metrics().energy();
        double seconds = seconds();
        OptionalDouble gpu = energy.completeJoules(Scope.GPU);
        OptionalDouble processor = energy.isProcessorEstimated()
                ? OptionalDouble.empty()
                : energy.completeJoules(Scope.PACKAGE);
        return TreeBuilder.object().put("query_id", record.question().id()).put("workload_type", workload)
                .put(QUERY_TEXT, record.question().problem()).put(RESPONSE_TEXT, outcome.answer())
                .put("num_turns", (long) outcome.calls().size()).put("total_input_tokens", usage.input())
                .put("total_output_tokens", usage.output()).put("total_tokens", usage.total())
                .put("tool_call_count", (long) outcome.tools().size())
                .put("total_tool_calls", (long) outcome.tools().size()).put("total_wall_clock_s", seconds)
                .put("completed", outcome.failure().isEmpty()).put("timed_out", isTimedOut(outcome))
                .put("query_gpu_energy_joules", gpu).put("query_cpu_energy_joules", processor)
                .put("query_gpu_power_avg_watts", Ratio.of(gpu, seconds))
                .put("query_cpu_power_avg_watts", Ratio.of(processor, seconds))
                .put("query_mbu_avg_pct", record.metrics().utilization().memoryBandwidthPercent())
                .put("query_mbu_max_pct", Optional.empty())
                .put("throughput_tokens_per_sec", Ratio.of(real(usage.output()), seconds))
                .put("energy_per_output_token_joules", Ratio.of(gpu, real(usage.output())))
                .put("total_cost_usd", record.metrics().cost().totalUsd()).put("is_resolved", record.isCorrect())
                .put("unscorable_reason", unscorable());
    }

    private List<Map<String, @Nullable Object>> turns() {
        List<Map<String, @Nullable Object>> trees = new ArrayList<>();
        List<Turn> turns = Turn.of(record);
        for (int index = 0; index < turns.size(); index++) {
            trees.add(new TurnTrace(turns.get(index), index, pricing).tree());
        }
        return trees;
    }

    private TreeBuilder ours(TreeBuilder tree) {
        Optional<QueryParts> parts = record.metrics().parts();
        return tree.put("model", record.model()).put("question_id", record.question().questionId())
                .put("epoch", (long) record.question().epoch()).put("subject", record.question().subject())
                .put("failure", record.outcome().failure().map(QueryTrace::failure))
                .put("workspace", record.outcome().workspace().map(Path::toString))
                .put("gpu_device_watts", record.metrics().power().gpuWatts().map(Statistics::average))
                .put("cpu_device_watts", record.metrics().power().processorWatts().map(Statistics::average))
                .put("cost_reason", record.metrics().cost().reason())
                .put("energy", EnergyTree.of(record.metrics().energy().headline()))
                .put("devices", EnergyTree.of(record.metrics().energy().devices()))
                .put("idle", parts.map(QueryParts::idle).map((EnergyReading idle) -> EnergyTree.of(idle).build()))
                .put("idle_devices", parts.map(known -> EnergyTree.of(known.idleDevices())));
    }

    private double seconds() {
        return record.outcome().ownNanos() / NANOS;
    }

    /** Waiting time before the first call or tool belongs to the load, as do its joules. */
    private long startNanos() {
        return record.outcome().startNanos();
    }

    private static boolean isTimedOut(QueryOutcome outcome) {
        return outcome.failure().map(RequestFailure::kind).filter(kind -> switch (kind) {
            case TOTAL_TIMEOUT, IDLE_TIMEOUT, FIRST_BYTE_TIMEOUT, CONNECT_TIMEOUT -> true;
            default -> false;
        }).isPresent();
    }

    private Optional<String> unscorable() {
        return record.isCorrect().isPresent()
                ? Optional.empty()
                : Optional.of(record.evaluation().map(Evaluation::reason).filter(reason -> !reason.isBlank())
                        .orElse("not judged"));
    }

    /**
     * Writes the evaluation of the answer.
     *
     * @return verdict, score and the evaluator's details; null where there is none
     */
    public Map<String, @Nullable Object> score() {
        TreeBuilder score = TreeBuilder.object().put("evaluator", record.evaluator())
                .put("verdict", record.evaluation().map(known -> known.verdict().label()))
                .put("score", record.evaluation().map(Evaluation::score).orElse(OptionalDouble.empty()))
                .put("extracted", record.evaluation().flatMap(Evaluation::extracted))
                .put("reason", record.evaluation().map(Evaluation::reason));
        record.evaluation().map(Evaluation::metadata).map(TreeMap::new)
                .ifPresent(facts -> score.put("metadata", facts));
        return score.build();
    }

    private static Map<String, @Nullable Object> failure(RequestFailure failure) {
        FailureKind kind = failure.kind();
        return TreeBuilder.object().put("kind", kind.label()).put("message", failure.message()).build();
    }

    private static OptionalDouble real(OptionalLong count) {
        return count.isPresent() ? OptionalDouble.of((double) count.getAsLong()) : OptionalDouble.empty();
    }
}
