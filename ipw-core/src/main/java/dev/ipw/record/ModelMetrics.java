package dev.ipw.record;

import dev.ipw.inference.TokenUsage;
import dev.ipw.statistics.Statistics;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold what one query cost.
 *
 * @param energy                  joules
 * @param latency                 seconds
 * @param tokens                  token counts
 * @param power                   watts of the devices while it ran
 * @param hostMemoryMegabytes     memory of the machine in use while it ran, in MiB
 * @param temperatureCelsius      temperature of the devices while it ran
 * @param floatingPointOperations work, where the client can compute it
 * @param system                  the machine that was measured
 * @param gpu                     the graphics processors that were measured, if there were any
 */
public record ModelMetrics(EnergyMetrics energy, LatencyMetrics latency, TokenUsage tokens, PowerMetrics power,
        Optional<Statistics> hostMemoryMegabytes, Optional<Statistics> temperatureCelsius,
        OptionalDouble floatingPointOperations, SystemInfo system, Optional<GpuInfo> gpu) {

    /** Refuse nulls. */
    public ModelMetrics {
        Objects.requireNonNull(energy, "energy");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(power, "power");
        Objects.requireNonNull(system, "system");
    }
}
