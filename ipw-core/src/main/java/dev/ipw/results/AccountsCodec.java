package dev.ipw.results;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.Money;
import dev.ipw.cost.QueryCost;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.HardwareUtilization;
import dev.ipw.record.ModelMetrics;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;

/** Turn what a query cost and how much work it was into columns of the run dataset and back. */
final class AccountsCodec {
    private AccountsCodec() {}

    static TreeBuilder cost(QueryCost cost) {
        return TreeBuilder.object().put("input_cost_usd", Money.real(cost.inputUsd()))
                .put("output_cost_usd", Money.real(cost.outputUsd())).put("tool_cost_usd", Money.real(cost.toolUsd()))
                .put("total_cost_usd", Money.real(cost.totalUsd()))
                .put("cached_input_cost_usd", Money.real(cost.cachedInputUsd()))
                .put("reasoning_cost_usd", Money.real(cost.reasoningUsd()))
                .put("machine_cost_usd", Money.real(cost.machineUsd()))
                .put("electricity_cost_usd", Money.real(cost.electricityUsd())).put("co2e_grams", cost.carbonGrams())
                .put("source", cost.source()).put("reason", cost.reason());
    }

    /** Read what a query cost; older versions did not reckon it. */
    static QueryCost cost(Optional<TreeReader> tree) {
        return tree.filter(known -> known.optionalText("source").isPresent())
                .map(one -> one.as(known -> new QueryCost(money(known, "input_cost_usd"),
                        money(known, "cached_input_cost_usd"),
                        money(known, "output_cost_usd"), money(known, "reasoning_cost_usd"),
                        money(known, "tool_cost_usd"), money(known, "machine_cost_usd"),
                        money(known, "electricity_cost_usd"), known.optionalReal("co2e_grams"), known.text("source"),
                        known.optionalText("reason"))))
                .orElse(QueryCost.UNKNOWN);
    }

    static TreeBuilder utilization(ModelMetrics metrics) {
        HardwareUtilization gpu = metrics.utilization();
        ComputeMetrics compute = metrics.compute();
        return TreeBuilder.object()
                .put("gpu",
                        TreeBuilder.object().put("compute_utilization_pct", gpu.computePercent())
                                .put("memory_bandwidth_utilization_pct", gpu.memoryBandwidthPercent())
                                .put("tensor_core_utilization_pct", gpu.tensorCorePercent())
                                .put("memory_used_gb", gpu.memoryUsedGibibytes())
                                .put("memory_total_gb", gpu.memoryTotalGibibytes()))
                .put("derived",
                        TreeBuilder.object().put("mfu", compute.flopsUtilization())
                                .put("mbu", compute.bandwidthUtilization())
                                .put("arithmetic_intensity", compute.arithmeticIntensity())
                                .put("shared", compute.isShared()));
    }

    static HardwareUtilization utilization(Optional<TreeReader> tree) {
        return tree.flatMap(known -> known.optionalChild("gpu"))
                .map(one -> one.as(gpu -> new HardwareUtilization(gpu.optionalReal("compute_utilization_pct"),
                        gpu.optionalReal("memory_bandwidth_utilization_pct"),
                        gpu.optionalReal("tensor_core_utilization_pct"), gpu.optionalReal("memory_used_gb"),
                        gpu.optionalReal("memory_total_gb"))))
                .orElse(HardwareUtilization.NONE);
    }

    /** Read a query's work from its metrics. */
    static ComputeMetrics compute(TreeReader metrics) {
        TreeReader work = metrics.child("compute_metrics");
        OptionalDouble flops = work.optionalReal("flops_per_request");
        Optional<TreeReader> derived = metrics.optionalChild("hardware_utilization")
                .flatMap(known -> known.optionalChild("derived"));
        return new ComputeMetrics(flops, source(work, flops), real(derived, "mfu"), real(derived, "mbu"),
                real(derived, "arithmetic_intensity"),
                derived.flatMap(known -> known.optionalTruth("shared")).orElse(false));
    }

    /** Read the work that the client itself computed. */
    static OptionalDouble clientOperations(TreeReader work) {
        OptionalDouble flops = work.optionalReal("flops_per_request");
        return source(work, flops).filter(ComputeMetrics.CLIENT::equals).isPresent() ? flops : OptionalDouble.empty();
    }

    /** Older versions knew no other source than the client. */
    private static Optional<String> source(TreeReader work, OptionalDouble flops) {
        return work.optionalText("flops_source")
                .or(() -> flops.isPresent() ? Optional.of(ComputeMetrics.CLIENT) : Optional.empty());
    }

    private static OptionalDouble real(Optional<TreeReader> tree, String key) {
        return tree.map(known -> known.optionalReal(key)).orElse(OptionalDouble.empty());
    }

    /** Read an amount; a double's shortest text is the amount that was written. */
    static Optional<BigDecimal> money(TreeReader tree, String key) {
        OptionalDouble value = tree.optionalReal(key);
        return value.isEmpty() ? Optional.empty() : Optional.of(BigDecimal.valueOf(value.getAsDouble()));
    }
}
