package dev.ipw.telemetry.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The query interface of a Prometheus server, or of one that answers like it, such as Thanos. Samples are read as they
 * were stored: a range selector, never {@code query_range}, which computes values at times of its own.
 */
final class CentralServer {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** The versions of Prometheus itself; those of Thanos begin with a zero. */
    private static final Pattern PROMETHEUS = Pattern.compile("[1-9]\\d*\\.\\d+.*");
    private static final int MAX_REASON = 300;
    private static final int OK = 200;
    private static final int MILLIS_PER_SECOND = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ExporterAddress address;
    private final PageClient client;

    CentralServer(ExporterAddress address, Credentials credentials) {
        this.address = address;
        client = new PageClient(address, "application/json", credentials, CONNECT, PATIENCE);
    }

    ExporterAddress address() {
        return address;
    }

    /** Returns the server's time, in milliseconds since 1970, and bounds a clock by it. */
    long time(RemoteClock clock) throws ScrapeException, InterruptedException {
        long before = System.nanoTime();
        JsonNode answer = query("time()", "scalar", OptionalLong.empty());
        long after = System.nanoTime();
        long millis = millis(answer.path(0));
        clock.saw(before, after, millis * NANOS_PER_MILLI);
        return millis;
    }

    /** Lists the series that a selector finds now, without the times of their samples. */
    List<Series> current(String selector) throws ScrapeException, InterruptedException {
        List<Series> found = new ArrayList<>();
        for (JsonNode one : query(selector, "vector", OptionalLong.empty())) {
            Series series = labelled(one.path("metric"));
            value(one.path("value")).ifPresent(value -> found.add(series.with(value, OptionalLong.empty())));
        }
        return found;
    }

    /**
     * Reads the stored samples of a time.
     *
     * @param selector    finds the series
     * @param untilMillis the end, in milliseconds since 1970
     * @param lastsMillis the length of the time before it
     * @param taker       receives each sample
     */
    void samples(String selector, long untilMillis, long lastsMillis, Consumer<Series> taker)
            throws ScrapeException, InterruptedException {
        for (JsonNode one : query(selector + "[" + lastsMillis + "ms]", "matrix", OptionalLong.of(untilMillis))) {
            Series series = labelled(one.path("metric"));
            for (JsonNode sample : one.path("values")) {
                OptionalLong time = OptionalLong.of(millis(sample.path(0)) * NANOS_PER_MILLI);
                value(sample).ifPresent(value -> taker.accept(series.with(value, time)));
            }
        }
    }

    /**
     * Lists the targets that the server itself scrapes, so that its own clock dates their samples. Empty if it does not
     * show them, or passes on what others scraped.
     */
    Set<ScrapedTarget> scraped() throws InterruptedException {
        try {
            JsonNode build = data("/api/v1/status/buildinfo");
            JsonNode targets = data("/api/v1/targets?state=active").path("activeTargets");
            if (!PROMETHEUS.matcher(build.path("version").asText()).matches() || build.has("application")) {
                return Set.of();
            }
            Set<ScrapedTarget> scraped = new HashSet<>();
            targets.forEach(target -> scraped.add(ScrapedTarget.of(labelled(target.path("labels")))));
            return scraped;
        } catch (ScrapeException notShown) {
            return Set.of();
        }
    }

    private JsonNode data(String path) throws ScrapeException, InterruptedException {
        return client.fetch(URI.create(address.uri() + path), response -> parsed(response.readAll())).path("data");
    }

    private static Series labelled(JsonNode metric) {
        Map<String, String> labels = new HashMap<>();
        metric.properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        String name = labels.getOrDefault("__name__", "");
        labels.remove("__name__");
        return new Series(name, labels, 0);
    }

    /** Returns the value of a sample; one that is no finite number is no reading. */
    private static OptionalDouble value(JsonNode sample) {
        try {
            double value = Double.parseDouble(sample.path(1).asText());
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException noNumber) {
            return OptionalDouble.empty();
        }
    }

    private long millis(JsonNode seconds) throws ScrapeException {
        if (!seconds.isNumber()) {
            throw unusable("a sample without a time");
        }
        return Math.round(seconds.doubleValue() * MILLIS_PER_SECOND);
    }

    private JsonNode query(String query, String type, OptionalLong atMillis)
            throws ScrapeException, InterruptedException {
        String text = address.uri() + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
        URI uri = URI.create(atMillis.isEmpty()
                ? text
                : text + "&time=" + BigDecimal.valueOf(atMillis.getAsLong(), 3).toPlainString());
        JsonNode answer = client.fetch(uri, response -> {
            byte[] body = response.readAll();
            if (response.status() == OK || looksLikeAnswer(body)) {
                return parsed(body);
            }
            throw ScrapeException.unusable(address + " answers with status " + response.status()
                    + "; give the address of a Prometheus server, without /api, and credentials if it needs them");
        });
        if (!answer.path("status").asText().equals("success")) {
            throw ScrapeException.unusable(address + " refuses the query: " + Excerpt.of(
                    answer.path("error").asText("without a reason"), MAX_REASON)
                    + "; check job= and labels=, and its limits");
        }
        JsonNode data = answer.path("data");
        if (!data.path("resultType").asText().equals(type) || !data.path("result").isArray()) {
            throw unusable("no " + type);
        }
        return data.path("result");
    }

    private static boolean looksLikeAnswer(byte[] body) {
        return body.length > 0 && body[0] == '{';
    }

    private JsonNode parsed(byte[] body) throws ScrapeException {
        try {
            return Json.parse(body);
        } catch (JsonSyntaxException notJson) {
            throw unusable("no JSON");
        }
    }

    private ScrapeException unusable(String what) {
        return ScrapeException.unusable(address + " answers with " + what
                + "; give the address of a Prometheus server, such as " + PrometheusApiProvider.EXAMPLE);
    }
}
