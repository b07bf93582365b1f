package dev.ipw.telemetry;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The description of a file of one source's raw samples.
 *
 * @param sourceId            the id of the source
 * @param periodNanos         the time between two readings
 * @param readsServingMachine whether its readings are of the machine that served the model, wherever that was
 * @param sensors             the sensors of the source
 * @param devices             the known properties of the devices
 */
@API(status = API.Status.EXPERIMENTAL)
public record SampleFile(String sourceId, long periodNanos, boolean readsServingMachine, List<Sensor> sensors,
        List<DeviceInfo> devices) {
    /** Copies the lists. */
    public SampleFile {
        sensors = List.copyOf(sensors);
        devices = List.copyOf(devices);
    }

    static SampleFile of(TelemetrySource source) {
        return new SampleFile(source.id(), source.period().toNanos(), source.readsServingMachine(), source.sensors(),
                source.devices());
    }
}
