package dev.ipw.telemetry;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Report how one source was sampled, and the cost of it.
 *
 * @param source            the source's id
 * @param sensors           what it reads
 * @param ticks             how often it was read
 * @param lateTicks         how many of these readings began late, or took longer than a quarter of the
 *                          period and 5 ms
 * @param periodNanos       how often it is read while something is measured, in nanoseconds
 * @param busyNanos         the time spent in reading it and keeping what it said, in nanoseconds
 * @param updatePeriodNanos how often the energy counter of each device is seen to move, in nanoseconds; a device without
 *                          an entry has no counter, or it has not moved often enough yet
 */
public record SamplerReport(String source, List<Sensor> sensors, long ticks, long lateTicks, long periodNanos,
        long busyNanos, Map<String, Long> updatePeriodNanos) {
    /** Copy the list and the map. */
    public SamplerReport {
        Objects.requireNonNull(source, "source");
        sensors = List.copyOf(sensors);
        updatePeriodNanos = Map.copyOf(updatePeriodNanos);
    }
}
