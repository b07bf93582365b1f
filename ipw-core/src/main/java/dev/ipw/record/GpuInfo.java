package dev.ipw.record;

import dev.ipw.telemetry.SampledDevice;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The description of the measured graphics processors, in the form of the Python reference.
 *
 * @param name       the maker's name of the first of them, followed by {@code xN} if there are N of that name
 * @param vendor     its maker, if known
 * @param deviceId   its number in the driver's order, if it has one
 * @param deviceType {@code GPU}
 * @param backend    the id of the collector that read it
 */
@API(status = API.Status.EXPERIMENTAL)
public record GpuInfo(String name, Optional<String> vendor, OptionalInt deviceId, String deviceType, String backend) {
    private static final String TYPE = "GPU";

    /** Refuses nulls. */
    public GpuInfo {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(deviceType, "deviceType");
        Objects.requireNonNull(backend, "backend");
    }

    /**
     * Describes the first graphics processor of a run.
     *
     * @param devices the sampled devices
     * @return the description; empty if no graphics processor was sampled
     */
    public static Optional<GpuInfo> of(List<SampledDevice> devices) {
        return devices.stream().filter(SampledDevice::isGpu).findFirst().map(first -> {
            String name = first.info().name();
            long same = devices.stream().filter(one -> one.isGpu() && one.info().name().equals(name)).count();
            return new GpuInfo(same > 1 ? name + " x" + same : name, first.info().vendor(), first.info().index(), TYPE,
                    first.collector());
        });
    }
}
