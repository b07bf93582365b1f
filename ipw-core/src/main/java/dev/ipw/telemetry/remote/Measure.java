package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The content of one line of a page, as a sensor and its value.
 *
 * @param sensor     the sensor, with the metric's name as its source
 * @param value      the joules of an energy counter, else the value in the quantity's unit
 * @param part       true if all lines of this sensor add up; false if further ones repeat the first
 * @param lost       the reason why the shown value does not count; empty if it counts
 * @param epochNanos the time of the reading by another machine's clock, if the line has one
 */
record Measure(Sensor sensor, double value, boolean part, Optional<String> lost, OptionalLong epochNanos) {
    /** The joules of one count: counters have fractions and are counted in microjoules. */
    static final double JOULES_PER_COUNT = 1e-6;

    Measure(Sensor sensor, double value, boolean part, OptionalLong epochNanos) {
        this(sensor, value, part, Optional.empty(), epochNanos);
    }

    Measure lost(String reason) {
        return new Measure(sensor, value, part, Optional.of(reason), epochNanos);
    }

    /** Returns the key that identifies the sensor of a line. */
    Key key() {
        return new Key(sensor.device(), sensor.scope(), sensor.quantity(), sensor.source());
    }

    /**
     * The identity of a sensor.
     *
     * @param device   its device
     * @param scope    the part of the device
     * @param quantity the quantity that it reads
     * @param source   the metric; another metric of the same quantity is another sensor
     */
    record Key(String device, Scope scope, Quantity quantity, String source) {
        /** Returns the key that it shares with other metrics of the same quantity. */
        Key ofAnyMetric() {
            return new Key(device, scope, quantity, "");
        }
    }
}
