package dev.ipw.telemetry;

import dev.ipw.energy.internal.GaugeSeries;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The readings of one sensor that is not a counter.
 *
 * @param sensor the sensor
 * @param series its values over time
 */
record Gauge(Sensor sensor, GaugeSeries series) {
    /** Lists the values of a window, with the value that held at its start. */
    double[] valuesWithin(long startNanos, long endNanos) {
        return Arrays.stream(series.momentsWithin(startNanos, endNanos)).mapToObj(series::valueAt)
                .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).toArray();
    }
}
