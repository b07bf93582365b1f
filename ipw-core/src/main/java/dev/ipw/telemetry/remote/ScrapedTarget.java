package dev.ipw.telemetry.remote;

import java.util.Map;

/**
 * A target that a Prometheus server scrapes.
 *
 * @param job      its job
 * @param instance its address, usually host and port
 */
record ScrapedTarget(String job, String instance) {
    static ScrapedTarget of(Series series) {
        return new ScrapedTarget(series.label("job").orElse(""), series.label("instance").orElse(""));
    }

    String host() {
        return instance.replaceFirst(":\\d+$", "");
    }

    String name() {
        return instance + (job.isEmpty() ? "" : "{job=\"" + job + "\"}");
    }

    Map<String, String> labels() {
        return job.isEmpty() ? Map.of() : Map.of("job", job);
    }
}
