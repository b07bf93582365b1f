package dev.ipw.record;

import dev.ipw.statistics.Statistics;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold another tool's measurements of one query. Its samples are not there, so that nothing can be worked out anew.
 *
 * @param energy              the query's joules as that tool has them
 * @param power               watts while it ran
 * @param hostMemoryMegabytes main memory in use while it ran
 * @param temperatureCelsius  the graphics processors' temperature while it ran
 * @param gpu                 the graphics processors, if there were any
 */
public record ImportedMeasurements(EnergyMetrics energy, PowerMetrics power, Optional<Statistics> hostMemoryMegabytes,
        Optional<Statistics> temperatureCelsius, Optional<GpuInfo> gpu) {
    /** Refuses nulls. */
    public ImportedMeasurements {
        Objects.requireNonNull(energy, "energy");
        Objects.requireNonNull(power, "power");
        Objects.requireNonNull(hostMemoryMegabytes, "hostMemoryMegabytes");
        Objects.requireNonNull(temperatureCelsius, "temperatureCelsius");
        Objects.requireNonNull(gpu, "gpu");
    }
}
