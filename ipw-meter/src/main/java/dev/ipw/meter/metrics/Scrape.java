package dev.ipw.meter.metrics;

import org.apiguardian.api.API;

/**
 * The answer to a scrape.
 *
 * @param contentType the format with its version, for the header {@code Content-Type}
 * @param body        the metrics; not copied
 */
@API(status = API.Status.EXPERIMENTAL)
public record Scrape(String contentType, byte[] body) {}
