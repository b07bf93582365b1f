package dev.ipw.telemetry.remote;

import java.util.List;
import java.util.OptionalLong;

/**
 * The parsed content of one page.
 *
 * @param series the wanted lines with a value, in their order
 */
record Exposition(List<Series> series) {
    Exposition {
        series = List.copyOf(series);
    }

    /** Lists the lines of one metric. */
    List<Series> of(String metric) {
        return series.stream().filter(one -> one.metric().equals(metric)).toList();
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
