package dev.ipw.record;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Hold the GPUs' utilization while a query ran, from their sensors. Several of them are put together: busy
 * shares as a mean, memory as a sum.
 *
 * @param computePercent         the mean busy share of the cores
 * @param memoryBandwidthPercent the mean busy share of the memory controller, which is no share of its bandwidth
 * @param tensorCorePercent      the mean busy share of the tensor cores; no collector reads it yet
 * @param memoryUsedGibibytes    the most memory in use
 * @param memoryTotalGibibytes   the memory there is
 */
public record HardwareUtilization(OptionalDouble computePercent, OptionalDouble memoryBandwidthPercent,
        OptionalDouble tensorCorePercent, OptionalDouble memoryUsedGibibytes, OptionalDouble memoryTotalGibibytes) {
    /** No sensor reports it. */
    public static final HardwareUtilization NONE = new HardwareUtilization(OptionalDouble.empty(),
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    /** Refuse nulls. */
    public HardwareUtilization {
        Objects.requireNonNull(computePercent, "computePercent");
        Objects.requireNonNull(memoryBandwidthPercent, "memoryBandwidthPercent");
        Objects.requireNonNull(tensorCorePercent, "tensorCorePercent");
        Objects.requireNonNull(memoryUsedGibibytes, "memoryUsedGibibytes");
        Objects.requireNonNull(memoryTotalGibibytes, "memoryTotalGibibytes");
    }
}
