package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ModelMetrics.HardwareUtilization;
import java.util.OptionalDouble;

/** The columns of the utilization of the graphics processors. */
final class GpuUtilizationColumns extends StructColumns<HardwareUtilization> {
    private final Column<HardwareUtilization, OptionalDouble> compute = real("compute_utilization_pct",
            "mean busy share of the cores, percent", HardwareUtilization::computePercent);
    private final Column<HardwareUtilization, OptionalDouble> memoryBandwidth = real(
            "memory_bandwidth_utilization_pct", "mean busy share of the memory controller, percent",
            HardwareUtilization::memoryBandwidthPercent);
    private final Column<HardwareUtilization, OptionalDouble> tensorCores = real("tensor_core_utilization_pct",
            "mean busy share of the tensor cores, percent; not filled yet", HardwareUtilization::tensorCorePercent);
    private final Column<HardwareUtilization, OptionalDouble> memoryUsed = real("memory_used_gb",
            "maximum memory in use, GiB", HardwareUtilization::memoryUsedGibibytes);
    private final Column<HardwareUtilization, OptionalDouble> memoryTotal = real("memory_total_gb",
            "total memory, GiB", HardwareUtilization::memoryTotalGibibytes);

    @Override
    public HardwareUtilization read(TreeReader row) {
        return new HardwareUtilization(compute.in(row), memoryBandwidth.in(row), tensorCores.in(row),
                memoryUsed.in(row), memoryTotal.in(row));
    }
}
