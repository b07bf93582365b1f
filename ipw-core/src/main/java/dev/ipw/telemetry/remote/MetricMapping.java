package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.Sensor;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The quantity of a metric.
 *
 * @param metric    its name
 * @param scope     the part of the device
 * @param quantity  the quantity that it reads
 * @param factor    the factor that converts a value to joules for a counter, or to the quantity's unit
 * @param part      true if several lines of one device add up
 * @param averaging the time over which its power is a mean, where known
 */
record MetricMapping(String metric, Scope scope, Quantity quantity, double factor, boolean part,
        Optional<Duration> averaging) {
    static MetricMapping of(String metric, Scope scope, Quantity quantity, double factor) {
        return new MetricMapping(metric, scope, quantity, factor, false, Optional.empty());
    }

    MetricMapping averagedOver(Duration time) {
        return new MetricMapping(metric, scope, quantity, factor, part, Optional.of(time));
    }

    /** Returns the mapping with the lines of one device added up. */
    MetricMapping addingUp() {
        return new MetricMapping(metric, scope, quantity, factor, true, averaging);
    }

    /**
     * Reads a line of this metric.
     *
     * @param device     the device of the line
     * @param series     the line
     * @param resolution the maximum age of the reading, if the sensor is not read on request
     */
    Measure measure(String device, Series series, Optional<Duration> resolution) {
        Sensor sensor = quantity == Quantity.ENERGY_COUNTER
                ? Sensor.energyCounter(device, scope, metric, Measure.JOULES_PER_COUNT, OptionalLong.empty())
                : Sensor.of(device, scope, quantity, metric);
        if (averaging.isPresent()) {
            sensor = sensor.withAveragingNanos(averaging.get().toNanos());
        }
        if (resolution.isPresent()) {
            sensor = sensor.withResolutionNanos(resolution.get().toNanos());
        }
        return new Measure(sensor, series.value() * factor, part, series.epochNanos());
    }
}
