package dev.ipw.telemetry;

import dev.ipw.energy.Scope;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Describe one column of readings.
 *
 * @param device        a lasting name of the device, for example {@code package-0} or a GPU's UUID
 * @param scope         which part of the machine it covers
 * @param quantity      what it reads
 * @param source        where it reads, in words for a person: {@code powercap package-0}
 * @param joulesPerUnit joules of one count, for energy counters; empty otherwise
 * @param counterRange  the number of counts after which the counter starts at zero again; empty if it never does
 * @param limitWatts    the most the device can draw in watts, where known: larger steps are resets, not wraps
 */
public record Sensor(String device, Scope scope, Quantity quantity, String source, OptionalDouble joulesPerUnit,
        OptionalLong counterRange, OptionalDouble limitWatts) {

    /** Check that an energy counter says what a count is worth. */
    public Sensor {
        if ((quantity == Quantity.ENERGY_COUNTER) != joulesPerUnit.isPresent()) {
            throw new IllegalArgumentException("joulesPerUnit belongs to energy counters, and they need it: " + source);
        }
    }

    /**
     * Describe an energy counter.
     *
     * @param device        a lasting name of the device
     * @param scope         which part of the machine
     * @param source        where it reads, in words
     * @param joulesPerUnit joules of one count
     * @param counterRange  counts until it starts at zero again, or empty
     * @return the sensor
     */
    public static Sensor energyCounter(String device, Scope scope, String source, double joulesPerUnit,
            OptionalLong counterRange) {
        return new Sensor(device, scope, Quantity.ENERGY_COUNTER, source, OptionalDouble.of(joulesPerUnit),
                counterRange, OptionalDouble.empty());
    }

    /**
     * Describe a sensor that is no energy counter.
     *
     * @param device   a lasting name of the device
     * @param scope    which part of the machine
     * @param quantity what it reads
     * @param source   where it reads, in words
     * @return the sensor
     */
    public static Sensor of(String device, Scope scope, Quantity quantity, String source) {
        return new Sensor(device, scope, quantity, source, OptionalDouble.empty(), OptionalLong.empty(),
                OptionalDouble.empty());
    }
}
