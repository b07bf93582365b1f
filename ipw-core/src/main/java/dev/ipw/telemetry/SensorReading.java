package dev.ipw.telemetry;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Hold the latest reading of a sensor.
 *
 * @param sensor     the sensor
 * @param nanos      when it was read, as {@link System#nanoTime()}; empty if it never was
 * @param value      what it read, in the unit of its quantity; of an energy counter the joules since its first reading.
 *                   Empty if it was never read
 * @param lossReason why it does not answer now; empty while it does
 */
public record SensorReading(Sensor sensor, OptionalLong nanos, OptionalDouble value, Optional<String> lossReason) {
    /** Check that a value has a time. */
    public SensorReading {
        Objects.requireNonNull(sensor, "sensor");
        Objects.requireNonNull(lossReason, "lossReason");
        if (nanos.isPresent() != value.isPresent()) {
            throw new IllegalArgumentException("A reading has both a time and a value, or neither: " + sensor);
        }
    }
}
