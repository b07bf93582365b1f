package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One exporter: its metrics, their units, its names of devices, and the period of its collections. */
interface Exporter {
    /** Returns its name in plain words, with the metric by which it is recognised. */
    String name();

    /** Returns whether this exporter reads a metric. */
    boolean reads(String metric);

    /** Returns a regular expression of the metrics that it reads, for Prometheus, which uses RE2. */
    String metrics();

    /**
     * Returns the interval at which its page is worth reading.
     *
     * @param page       the current page
     * @param collection the period of its collections, if the user gave it
     */
    Duration interval(Exposition page, Optional<Duration> collection);

    /** Returns the query that limits its page to the needed metrics; empty if it has none. */
    default Optional<String> query() {
        return Optional.empty();
    }

    /** Reads its metrics; for each device, those that take precedence come first. */
    List<Measure> measures(Exposition page);

    /** Describes the devices, as far as the page allows. */
    default List<DeviceInfo> devices(Exposition page) {
        return List.of();
    }

    /** Returns a sentence for each metric on the page that is not read, with the reason. */
    default List<String> omissions(Exposition page) {
        return List.of();
    }
}
