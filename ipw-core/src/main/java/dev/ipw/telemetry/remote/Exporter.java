package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Know one exporter: its metrics, their units, how it names devices, and how often it collects. */
interface Exporter {
    /** Name it in words, with the metric it is known by. */
    String name();

    /** Return whether a metric is one of those it reads. */
    boolean reads(String metric);

    /**
     * Return how often its page is worth reading.
     *
     * @param page       as it is now
     * @param collection how often it collects, if a person said so
     */
    Duration interval(Exposition page, Optional<Duration> collection);

    /** Return the query by which its page shows only what is read here; empty if it knows none. */
    default Optional<String> query() {
        return Optional.empty();
    }

    /** Read its metrics, those of a device that count first, first. */
    List<Measure> measures(Exposition page);

    /** Describe the devices, as far as the page does. */
    default List<DeviceInfo> devices(Exposition page) {
        return List.of();
    }

    /** Return a sentence for each metric on the page that is not read, with the reason. */
    default List<String> omissions(Exposition page) {
        return List.of();
    }
}
