package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;

/**
 * One sensor of a card, which distinguishes readings from the drivers' placeholders for missing ones: 0 and all ones.
 *
 * @param sensor the sensor that it feeds
 * @param number the number to read
 * @param unit   the size of one unit of the number in the quantity's unit; not used for counters
 */
record CardSensor(Sensor sensor, RawNumber number, double unit) {
    static final String NO_POWER = "it reports 0 W or all ones, which is no reading; the second die of a module is read "
            + "with the first";
    static final String NO_COUNT = "its counter reports 0 or all ones, which is no reading; the firmware may have stopped "
            + "counting";
    private static final long NARROW_ALL_ONES = 0xFFFF_FFFFL;
    // All ones of 32 bits in microwatts are 4295 W.
    private static final double MAX_WATTS = 4_000;
    private static final double MAX_CELSIUS = 200;
    private static final double MAX_PERCENT = 100;
    private static final double MAX_MEGAHERTZ = 65_000;

    /** Returns whether it is worth reading in each tick, because it is turned into joules. */
    boolean isFast() {
        return sensor.quantity() == Quantity.ENERGY_COUNTER || sensor.quantity() == Quantity.POWER_WATTS;
    }

    /** Returns whether a first reading gives a value. */
    boolean gives() {
        return number.read() && isReading();
    }

    void read(int index, SampleSink sink) {
        if (!number.read()) {
            if (!number.reason().isEmpty()) {
                sink.lost(index, number.reason());
            }
        } else if (isReading()) {
            report(index, sink);
        } else if (isFast()) {
            sink.lost(index, sensor.quantity() == Quantity.ENERGY_COUNTER ? NO_COUNT : NO_POWER);
        }
    }

    private void report(int index, SampleSink sink) {
        if (sensor.quantity() == Quantity.ENERGY_COUNTER) {
            sink.counter(index, number.value());
        } else {
            sink.gauge(index, number.value() * unit);
        }
    }

    private boolean isReading() {
        long raw = number.value();
        double value = raw * unit;
        return switch (sensor.quantity()) {
            // Newer kernels write all ones of 32 bits where the firmware counts wrongly.
            case ENERGY_COUNTER -> raw > 0 && raw != NARROW_ALL_ONES;
            case POWER_WATTS -> value > 0 && value <= MAX_WATTS;
            case TEMPERATURE_CELSIUS -> value > 0 && value < MAX_CELSIUS;
            case UTILIZATION_PERCENT -> value >= 0 && value <= MAX_PERCENT;
            case CLOCK_MEGAHERTZ -> value > 0 && value < MAX_MEGAHERTZ;
            case MEMORY_TOTAL_BYTES -> raw > 0;
            default -> raw >= 0;
        };
    }
}
