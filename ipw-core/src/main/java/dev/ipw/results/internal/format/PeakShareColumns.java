package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;
import java.util.OptionalDouble;

/** The columns of a query's work as a share of the devices' peak. */
final class PeakShareColumns extends Columns<ComputeMetrics> {
    private final Column<ComputeMetrics, OptionalDouble> flops = real("mfu",
            "operations over the devices' maximum in its time", ComputeMetrics::flopsUtilization);
    private final Column<ComputeMetrics, OptionalDouble> bandwidth = real("mbu",
            "bytes over the devices' maximum in its time", ComputeMetrics::bandwidthUtilization);
    private final Column<ComputeMetrics, OptionalDouble> intensity = real("arithmetic_intensity",
            "operations over bytes", ComputeMetrics::arithmeticIntensity);
    private final Column<ComputeMetrics, Optional<Boolean>> shared = truth("shared",
            "whether other requests overlapped", compute -> Optional.of(compute.isShared()));

    /** Reads the shares for a known work. */
    ComputeMetrics read(TreeReader row, ComputeMetrics work) {
        return new ComputeMetrics(work.floatingPointOperations(), work.source(), flops.in(row), bandwidth.in(row),
                intensity.in(row), shared.in(row).orElse(false));
    }
}
