package dev.ipw.telemetry.remote;

import java.util.List;

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
}
