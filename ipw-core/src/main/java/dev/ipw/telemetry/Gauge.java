package dev.ipw.telemetry;

import dev.ipw.engine.energy.GaugeSeries;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Hold what one sensor read that is no counter.
 *
 * @param sensor what was read
 * @param series its values over time
 */
record Gauge(Sensor sensor, GaugeSeries series) {
    /** List the values of a window, that which stood at its start among them. */
    double[] valuesWithin(long startNanos, long endNanos) {
        return Arrays.stream(series.momentsWithin(startNanos, endNanos)).mapToObj(series::valueAt)
                .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).toArray();
    }
}
