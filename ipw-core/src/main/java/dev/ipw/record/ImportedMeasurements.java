package dev.ipw.record;

import dev.ipw.statistics.Statistics;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Another tool's measurements of one query. Its samples are not available, so that no figure can be computed again.
 *
 * @param energy              the query's joules according to that tool
 * @param power               watts while it ran
 * @param hostMemoryMegabytes main memory in use while it ran
 * @param temperatureCelsius  the graphics processors' temperature while it ran
 * @param gpu                 the graphics processors, if there were any
 */
@API(status = API.Status.EXPERIMENTAL)
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
