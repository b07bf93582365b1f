package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.util.Optional;

/**
 * Hold what one line of a page says, in our words.
 *
 * @param sensor what it reads, with the metric's name as its source
 * @param value  joules of an energy counter, else the value in the quantity's unit
 * @param part   true if all lines of this sensor add up; false if further ones repeat the first
 * @param lost   why the value counts no more, though it is shown; empty if it does
 */
record Measure(Sensor sensor, double value, boolean part, Optional<String> lost) {
    /** Counters come as fractions and are counted in microjoules. */
    static final double JOULES_PER_COUNT = 1e-6;

    Measure(Sensor sensor, double value, boolean part) {
        this(sensor, value, part, Optional.empty());
    }

    Measure lost(String reason) {
        return new Measure(sensor, value, part, Optional.of(reason));
    }

    /** Return the key that identifies the sensor of a line. */
    Key key() {
        return new Key(sensor.device(), sensor.scope(), sensor.quantity(), sensor.source());
    }

    /**
     * Name a sensor.
     *
     * @param device   its device
     * @param scope    which part of it
     * @param quantity what it reads
     * @param source   the metric; another metric for the same is another sensor
     */
    record Key(String device, Scope scope, Quantity quantity, String source) {
        boolean readsTheSameAs(Key other) {
            return device.equals(other.device) && scope == other.scope && quantity == other.quantity;
        }
    }
}
