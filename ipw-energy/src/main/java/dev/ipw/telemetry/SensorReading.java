package dev.ipw.telemetry;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The latest reading of a sensor.
 *
 * @param sensor     the sensor
 * @param nanos      the time of the reading, as {@link System#nanoTime()}; empty if it was never read
 * @param value      the value, in the unit of its quantity; for an energy counter, the joules since its first reading.
 *                   Empty if it was never read
 * @param lossReason the reason why it does not answer now; empty while it answers
 */
@API(status = API.Status.EXPERIMENTAL)
public record SensorReading(Sensor sensor, OptionalLong nanos, OptionalDouble value, Optional<String> lossReason) {
    /** Checks that a value has a time. */
    public SensorReading {
        Objects.requireNonNull(sensor, "sensor");
        Objects.requireNonNull(lossReason, "lossReason");
        if (nanos.isPresent() != value.isPresent()) {
            throw new IllegalArgumentException("A reading has both a time and a value, or neither: " + sensor);
        }
    }
}
