package dev.ipw.record.internal;

import dev.ipw.cost.CostFactors;
import dev.ipw.cost.Pricing;
import dev.ipw.cost.internal.CostModel;
import dev.ipw.cost.internal.QueryUse;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.number.Ratio;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.QueryParts.CallMetrics;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a query under the reference's keys, with our own keys in addition.
 *
 * @param turn    the turn
 * @param index   its place, from 0
 * @param pricing the prices of tokens
 */
record TurnTrace(Turn turn, int index, Pricing pricing) {
    private static final double NANOS = 1e9;

    Map<String, @Nullable Object> tree() {
        ModelCall call = turn.call();
        TokenUsage usage = call.response().usage();
        double seconds = (turn.endNanos() - turn.startNanos()) / NANOS;
        OptionalDouble gpu = EnergyTree.complete(turn.devices(), Scope.GPU);
        OptionalDouble processor = processor();
        return TreeBuilder.object().put("turn_index", (long) index).put("input_tokens", usage.input())
                .put("output_tokens", usage.output()).put("tool_result_tokens", Optional.empty())
                .put("tools_called", turn.tools().stream().map(tool -> tool.span().name()).toList())
                .put("tool_latencies_s", latencies()).put("wall_clock_s", seconds)
                .put("error", call.failure().map(failure -> failure.kind().label() + ": " + failure.message()))
                .put("gpu_energy_joules", gpu).put("cpu_energy_joules", processor)
                .put("gpu_power_avg_watts", Ratio.of(gpu, seconds))
                .put("cpu_power_avg_watts", Ratio.of(processor, seconds)).put("cost_usd", cost())
                .put("cached_tokens", usage.cachedInput()).put("reasoning_tokens", usage.reasoning())
                .put("call", (long) call.number()).put("start_nanos", turn.startNanos())
                .put("end_nanos", turn.endNanos()).put("call_end_nanos", call.endNanos())
                .put("finish_reason", call.response().finishReason()).put("purpose", call.purpose().label())
                .put("energy", turn.energy().map(reading -> EnergyTree.of(reading).build()))
                .put("devices", EnergyTree.of(turn.devices()))
                .put("tools", turn.tools().stream().map(TurnTrace::tool).toList()).build();
    }

    /** The reference's key does not show the source, so an estimate is not written there. */
    private OptionalDouble processor() {
        boolean isEstimated = turn.metrics().map(CallMetrics::energy).filter(energy -> energy.isProcessorEstimated())
                .isPresent();
        return isEstimated ? OptionalDouble.empty() : EnergyTree.complete(turn.devices(), Scope.PACKAGE);
    }

    /** A tool that works again in the same turn gets a number after its name. */
    private Map<String, @Nullable Object> latencies() {
        Map<String, @Nullable Object> seconds = new LinkedHashMap<>();
        for (Turn.Tool tool : turn.tools()) {
            String name = tool.span().name();
            String key = name;
            for (int time = 2; seconds.containsKey(key); time++) {
                key = name + "#" + time;
            }
            seconds.put(key, seconds(tool.span()));
        }
        return seconds;
    }

    private static double seconds(ToolSpan span) {
        return (span.endNanos() - span.startNanos()) / NANOS;
    }

    private Optional<BigDecimal> cost() {
        return new CostModel(pricing, CostFactors.NONE).of(new QueryUse(turn.call().response().usage(),
                turn.call().mayBeCharged(), Map.of(), OptionalDouble.empty(), OptionalDouble.empty())).totalUsd();
    }

    private static Map<String, @Nullable Object> tool(Turn.Tool tool) {
        ToolSpan span = tool.span();
        return TreeBuilder.object().put("name", span.name()).put("call_id", span.callId())
                .put("start_nanos", span.startNanos()).put("end_nanos", span.endNanos())
                .put("seconds", seconds(span)).put("error", span.error())
                .put("energy", tool.energy().map((EnergyReading reading) -> EnergyTree.of(reading).build()))
                .put("devices", EnergyTree.of(tool.devices())).build();
    }
}
