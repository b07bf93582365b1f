package dev.ipw.telemetry.remote;

import dev.ipw.inference.testing.ScriptedServer;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A Prometheus server that scrapes made-up series at an interval, on a clock of its own, and answers instant queries
 * with a selector, with or without a range. The left end of a range is open, as in version 3.
 */
final class FakePrometheus implements AutoCloseable {
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|=)\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern RANGE = Pattern.compile("(\\{.*})\\[(\\d+)ms]");

    private final ScriptedServer server;
    private final long intervalMillis;
    private final long offsetMillis;
    private final long anchorNanos = System.nanoTime();
    private final long anchorMillis = System.currentTimeMillis();
    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final Map<String, String> descriptions = new ConcurrentHashMap<>();
    private volatile String broken = "";

    FakePrometheus(long intervalMillis, long skewMillis) throws IOException {
        this.intervalMillis = intervalMillis;
        offsetMillis = skewMillis;
        server = ScriptedServer.start((request, reply) -> {
            if (!broken.isEmpty()) {
                reply.send(503, "application/json", broken);
                return;
            }
            String described = descriptions.get(request.path());
            if (described == null && !request.path().contains("/query?")) {
                reply.send(404, "text/plain", "404 page not found");
                return;
            }
            reply.send(200, "application/json",
                    described == null ? answer(parameters(request.path())) : described);
        });
    }

    /**
     * Adds a series, of which a sample exists at each scrape for which the function gives a value.
     *
     * @param value the value at a moment of {@link System#nanoTime()}
     */
    void add(String metric, Map<String, String> labels, LongFunction<OptionalDouble> value) {
        Map<String, String> all = new TreeMap<>(labels);
        all.put("__name__", metric);
        lines.add(new Line(all, value));
    }

    /** Adds a target that always answers, in no time. */
    void addTarget(String job, String instance) {
        add("up", Map.of("job", job, "instance", instance), nanos -> OptionalDouble.of(1));
        add("scrape_duration_seconds", Map.of("job", job, "instance", instance), nanos -> OptionalDouble.of(0));
    }

    /** Makes the server describe itself, and one target that it scrapes. */
    void describe(String version, String job, String instance) {
        descriptions.put("/api/v1/status/buildinfo",
                "{\"status\":\"success\",\"data\":{\"version\":\"" + version + "\"}}");
        descriptions.put("/api/v1/targets?state=active", "{\"status\":\"success\",\"data\":{\"activeTargets\":["
                + "{\"labels\":{\"job\":\"" + job + "\",\"instance\":\"" + instance + "\"}}]}}");
    }

    void breakDown(String answer) {
        broken = answer;
    }

    void mend() {
        broken = "";
    }

    String url() {
        return "http://127.0.0.1:" + server.port();
    }

    List<String> queries() {
        return queries;
    }

    List<ScriptedServer.Request> requests() {
        return server.requests();
    }

    private static Map<String, String> parameters(String path) {
        Map<String, String> found = new TreeMap<>();
        for (String pair : path.substring(path.indexOf('?') + 1).split("&")) {
            int equals = pair.indexOf('=');
            found.put(pair.substring(0, equals),
                    URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return found;
    }

    private long nowMillis() {
        return anchorMillis + offsetMillis + (System.nanoTime() - anchorNanos) / 1_000_000;
    }

    private long nanos(long millis) {
        return anchorNanos + (millis - anchorMillis - offsetMillis) * 1_000_000;
    }

    private String answer(Map<String, String> parameters) {
        String query = parameters.getOrDefault("query", "");
        queries.add(query);
        if (query.equals("time()")) {
            String now = seconds(nowMillis());
            return success("scalar", "[" + now + ",\"" + now + "\"]");
        }
        Matcher range = RANGE.matcher(query);
        if (range.matches()) {
            long until = Math.round(Double.parseDouble(parameters.get("time")) * 1000);
            long from = until - Long.parseLong(range.group(2));
            return success("matrix", list(range.group(1), line -> line.samples(from, Math.min(until, nowMillis()))));
        }
        return success("vector", list(query, line -> line.latest(nowMillis())));
    }

    private String list(String selector, Function<Line, String> samples) {
        return lines.stream().filter(line -> line.matches(selector)).map(line -> {
            String found = samples.apply(line);
            return found.isEmpty() ? "" : "{\"metric\":" + line.json() + "," + found + "}";
        }).filter(text -> !text.isEmpty()).collect(Collectors.joining(",", "[", "]"));
    }

    private static String success(String type, String result) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"" + type + "\",\"result\":" + result + "}}";
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private final class Line {
        private final Map<String, String> labels;
        private final LongFunction<OptionalDouble> value;

        Line(Map<String, String> labels, LongFunction<OptionalDouble> value) {
            this.labels = labels;
            this.value = value;
        }

        boolean matches(String selector) {
            return MATCHER.matcher(selector).results().allMatch(found -> {
                String label = labels.getOrDefault(found.group(1), "");
                String wanted = found.group(3).replaceAll("\\\\(.)", "$1");
                return found.group(2).equals("=") ? label.equals(wanted) : label.matches(wanted);
            });
        }

        String json() {
            return labels.entrySet().stream().map(label -> "\"" + label.getKey() + "\":\"" + label.getValue() + "\"")
                    .collect(Collectors.joining(",", "{", "}"));
        }

        String samples(long from, long until) {
            String values = LongStream.rangeClosed(Math.floorDiv(from, intervalMillis) + 1,
                    Math.floorDiv(until, intervalMillis)).map(scrape -> scrape * intervalMillis)
                    .mapToObj(this::sample).filter(text -> !text.isEmpty()).collect(Collectors.joining(","));
            return values.isEmpty() ? "" : "\"values\":[" + values + "]";
        }

        String latest(long now) {
            String sample = sample(now / intervalMillis * intervalMillis);
            return sample.isEmpty() ? "" : "\"value\":" + sample;
        }

        private String sample(long millis) {
            OptionalDouble at = value.apply(nanos(millis));
            return at.isEmpty()
                    ? ""
                    : "[" + seconds(millis) + ",\"" + String.format(Locale.ROOT, "%.3f", at.getAsDouble()) + "\"]";
        }
    }
}
