package dev.ipw.telemetry;

import dev.ipw.energy.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * A device as a run sampled it.
 *
 * @param info      its description
 * @param collector the id of the collector that read it
 * @param scopes    the parts of it that were read
 */
@API(status = API.Status.EXPERIMENTAL)
public record SampledDevice(DeviceInfo info, String collector, Set<Scope> scopes) {
    /** Copies the scopes. */
    public SampledDevice {
        scopes = Set.copyOf(scopes);
    }

    /**
     * Lists the devices of a source.
     *
     * @param source the source to list
     * @return the devices with a description, in the source's order
     */
    public static List<SampledDevice> of(TelemetrySource source) {
        return of(source.id(), source.devices(), source.sensors());
    }

    static List<SampledDevice> of(String collector, List<DeviceInfo> devices, List<Sensor> sensors) {
        return devices.stream().map(info -> {
            Set<Scope> scopes = EnumSet.noneOf(Scope.class);
            sensors.stream().filter(sensor -> sensor.device().equals(info.device()))
                    .forEach(sensor -> scopes.add(sensor.scope()));
            return new SampledDevice(info, collector, scopes);
        }).toList();
    }

    /**
     * Returns whether it is a graphics processor.
     *
     * @return true if a sensor of the scope GPU was read
     */
    public boolean isGpu() {
        return scopes.contains(Scope.GPU);
    }
}
