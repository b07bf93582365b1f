package dev.ipw.telemetry.remote;

import java.util.List;

/**
 * Hold what was read of one page.
 *
 * @param series the lines that were wanted and have a value, in their order
 */
record Exposition(List<Series> series) {
    Exposition {
        series = List.copyOf(series);
    }

    /** List the lines of one metric. */
    List<Series> of(String metric) {
        return series.stream().filter(one -> one.metric().equals(metric)).toList();
    }
}
