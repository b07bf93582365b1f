package dev.ipw.telemetry;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The statistics of one source's sampling, with its cost.
 *
 * @param source            the source's id
 * @param sensors           the sensors of the source
 * @param ticks             the number of readings
 * @param lateTicks         the number of these readings that began late, or took longer than a quarter of the period
 *                          and 5 ms
 * @param periodNanos       the period of its readings during a measurement, in nanoseconds
 * @param busyNanos         the time spent in reading it and storing its readings, in nanoseconds
 * @param updatePeriodNanos the observed period of each device's energy counter, in nanoseconds; a device without an
 *                          entry has no counter, or the counter has not moved often enough yet
 */
@API(status = API.Status.EXPERIMENTAL)
public record SamplerReport(String source, List<Sensor> sensors, long ticks, long lateTicks, long periodNanos,
        long busyNanos, Map<String, Long> updatePeriodNanos) {
    /** Copies the list and the map. */
    public SamplerReport {
        Objects.requireNonNull(source, "source");
        sensors = List.copyOf(sensors);
        updatePeriodNanos = Map.copyOf(updatePeriodNanos);
    }
}
