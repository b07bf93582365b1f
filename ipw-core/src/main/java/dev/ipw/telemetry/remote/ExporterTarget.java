package dev.ipw.telemetry.remote;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One exporter to be read.
 *
 * @param address its address
 * @param labels  the labels that a list of targets gives it, which go with the names of its sensors
 */
record ExporterTarget(ExporterAddress address, Map<String, String> labels) {
    ExporterTarget {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    ExporterTarget(ExporterAddress address) {
        this(address, Map.of());
    }

    /** Returns host and port, with the labels if there are any: {@code gpu7:9400{rack="r2"}}. */
    String name() {
        return labels.isEmpty()
                ? address.name()
                : address.name() + labels.entrySet().stream()
                        .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                        .collect(Collectors.joining(",", "{", "}"));
    }
}
