package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Sensor;
import java.time.Duration;
import java.util.Optional;

/**
 * Name devices and sensors of one exporter. Where exporters of several machines are read, {@code package-0} of the one is
 * not that of the other; UUIDs are alone in the world.
 *
 * @param host the machine, if it must be told from others
 */
record DeviceNaming(Optional<String> host) {
    private static final String UUID = "GPU-";

    String of(String device) {
        return device.startsWith(UUID) ? device : host.map(name -> device + "@" + name).orElse(device);
    }

    DeviceInfo device(DeviceInfo device) {
        return new DeviceInfo(of(device.device()), device.name(), device.vendor(), device.index(), device.details());
    }

    /** Put exporter and machine into a sensor's words, and a stated resolution in place of its own. */
    Sensor sensor(Sensor sensor, String exporter, Optional<Duration> resolution) {
        Sensor named = new Sensor(of(sensor.device()), sensor.scope(), sensor.quantity(),
                PrometheusProvider.ID + " " + exporter + " " + sensor.source(), sensor.joulesPerUnit(),
                sensor.counterRange(), sensor.limitWatts(), sensor.averagingNanos(), sensor.resolutionNanos(),
                sensor.doubted());
        return resolution.map(age -> named.withResolutionNanos(age.toNanos())).orElse(named);
    }
}
