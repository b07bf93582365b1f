package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Sensor;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names of one exporter's devices and sensors. Where exporters of several machines are read, {@code package-0} of
 * one is not that of another; UUIDs are unique.
 *
 * @param host   the machine, if it must be distinguished from others
 * @param labels the labels of the exporter, which describe its devices too
 */
record DeviceNaming(Optional<String> host, Map<String, String> labels) {
    private static final String UUID = "GPU-";

    String of(String device) {
        return device.startsWith(UUID) ? device : host.map(name -> device + "@" + name).orElse(device);
    }

    DeviceInfo device(DeviceInfo device) {
        Map<String, String> details = new HashMap<>(labels);
        details.putAll(device.details());
        return new DeviceInfo(of(device.device()), device.name(), device.vendor(), device.index(), details);
    }

    /** Adds collector, exporter and machine to a sensor's text, and a given resolution in place of its own. */
    Sensor sensor(Sensor sensor, String exporter, Optional<Duration> resolution) {
        Sensor named = new Sensor(of(sensor.device()), sensor.scope(), sensor.quantity(),
                exporter + " " + sensor.source(), sensor.joulesPerUnit(),
                sensor.counterRange(), sensor.limitWatts(), sensor.averagingNanos(), sensor.resolutionNanos(),
                sensor.doubted(), sensor.readingNanos());
        return resolution.map(age -> named.withResolutionNanos(age.toNanos())).orElse(named);
    }
}
