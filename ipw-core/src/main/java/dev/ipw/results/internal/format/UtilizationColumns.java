package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.ModelMetrics.HardwareUtilization;

/** The columns of the utilization of the devices, and of the query's share of it. */
final class UtilizationColumns extends Columns<ModelMetrics> {
    private final PeakShareColumns shares = new PeakShareColumns();
    private final Column<ModelMetrics, HardwareUtilization> gpu = struct("gpu", "the graphics processors",
            new GpuUtilizationColumns(), ModelMetrics::utilization);
    private final Column<ModelMetrics, TreeReader> derived = part("derived", "shares of the devices' peak", shares,
            ModelMetrics::compute);

    HardwareUtilization gpu(TreeReader row) {
        return gpu.in(row);
    }

    ComputeMetrics compute(TreeReader row, ComputeMetrics work) {
        return shares.read(derived.in(row), work);
    }
}
