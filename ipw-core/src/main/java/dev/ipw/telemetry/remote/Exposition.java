package dev.ipw.telemetry.remote;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The parsed content of one page.
 *
 * @param series   the wanted lines with a value, in their order
 * @param byMetric the same lines of each metric
 */
record Exposition(List<Series> series, Map<String, List<Series>> byMetric) {
    Exposition(List<Series> series) {
        this(List.copyOf(series), series.stream().collect(Collectors.groupingBy(Series::metric)));
    }

    /** Lists the lines of one metric. */
    List<Series> of(String metric) {
        return byMetric.getOrDefault(metric, List.of());
    }

    /**
     * The time at which a page was served.
     *
     * @param beforeNanos    the moment of the request, as {@link System#nanoTime()}
     * @param afterNanos     the moment of the first byte of its answer
     * @param dateEpochNanos the start of the second that the server's own clock showed; empty if it did not tell it
     */
    record ServedTime(long beforeNanos, long afterNanos, OptionalLong dateEpochNanos) {}
}
