package dev.ipw.cli.monitor;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.SamplerReport;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorReading;
import dev.ipw.telemetry.TelemetrySession;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The sensors that are up to date at one moment. A sensor is not up to date if its source reports it as lost, or if
 * its last reading is older than three periods of its source (at least two seconds) plus the sensor's own resolution,
 * or three times the time between two looks at a counter that takes long to be read.
 *
 * @param nanos        the moment, as {@link System#nanoTime()}
 * @param longestNanos the maximum age of each sensor's last reading
 */
record SensorFreshness(long nanos, Map<SensorKey, Long> longestNanos) {
    private static final int PERIODS = 3;
    private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final String NOTHING_NEW = "it gives no new readings; its driver or exporter may hang, or a "
            + "recording has ended";

    /** Examines a session now. */
    static SensorFreshness of(TelemetrySession session) {
        Map<SensorKey, Long> longest = new HashMap<>();
        for (SamplerReport sampler : session.samplers()) {
            long silent = Math.max(PERIODS * sampler.periodNanos(), SHORTEST_NANOS);
            sampler.sensors().forEach(sensor -> longest.merge(SensorKey.of(sensor),
                    silent + Math.max(sensor.resolutionNanos().orElse(0), PERIODS * sensor.readingNanos().orElse(0)),
                    Math::max));
        }
        return new SensorFreshness(System.nanoTime(), longest);
    }

    /** Returns the reason why a sensor does not answer; empty if it does, or if it never had a reading. */
    Optional<MissingReading> missing(SensorReading reading) {
        return missing(SensorKey.of(reading.sensor()), reading.nanos(), reading.lossReason());
    }

    /** Returns the reason why a device's joules are not read now; empty if they are, or if they were never read. */
    Optional<MissingReading> missing(DeviceSeries series) {
        return missing(SensorKey.of(series.device()), series.lastNanos(), series.lossReason());
    }

    private Optional<MissingReading> missing(SensorKey sensor, OptionalLong last, Optional<String> lossReason) {
        OptionalLong age = last.isPresent()
                ? OptionalLong.of(Math.max(0, nanos - last.getAsLong()))
                : OptionalLong.empty();
        boolean silent = age.orElse(0) > longestNanos.getOrDefault(sensor, SHORTEST_NANOS);
        return lossReason.isPresent() || silent
                ? Optional.of(new MissingReading(sensor.source(), lossReason.orElse(NOTHING_NEW), age))
                : Optional.empty();
    }

    /** The identity of a sensor, or of the joules that come from it. */
    record SensorKey(String device, Scope scope, String source) {
        static SensorKey of(Sensor sensor) {
            return new SensorKey(sensor.device(), sensor.scope(), sensor.source());
        }

        static SensorKey of(MeteredDevice device) {
            return new SensorKey(device.name(), device.scope(), device.source());
        }
    }
}
