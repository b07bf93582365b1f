package dev.ipw.meter.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.error.ConfigurationException;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.meter.RequestTokens;
import dev.ipw.testing.ClosedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Receives spans and metrics as a collector does. */
class OtlpExporterTests {
    private static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00.000000001Z");
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofMillis(1);

    /** A request that the receiver got. */
    private record Received(String path, String authorization, JsonNode body) {}

    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final Deque<Integer> statuses = new ArrayDeque<>();
    private final MeterMetrics metrics = new MeterMetrics(
            MetricsOptions.DEFAULT.withGenAi(new MetricsOptions.GenAiServer("vllm", "gpu-node")), () -> 0);
    private String answer = "{}";
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode body = new ObjectMapper().readTree(exchange.getRequestBody());
            int status;
            synchronized (statuses) {
                status = statuses.isEmpty() ? 200 : statuses.removeFirst();
            }
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            received.add(new Received(exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Authorization"), body));
        }
    }

    private OtlpExporter exporter(Duration betweenMetrics) {
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/otlp/");
        return OtlpExporter.start(endpoint, Map.of("Authorization", "Bearer t"), metrics, betweenMetrics, SHORT);
    }

    private static RequestFigures request(String id) {
        return new RequestFigures(id, RequestOrigin.of("llama", "team-a"), BEGIN, Optional.of(Duration.ofMillis(250)),
                Optional.of(Duration.ofSeconds(2)), OptionalInt.of(200), Optional.empty(),
                new RequestTokens(OptionalLong.of(40), OptionalLong.of(16), OptionalLong.of(25), OptionalLong.empty()),
                DrawnMeter.reading(200, Provenance.ESTIMATED), Optional.of(DrawnMeter.phases(50, 150)),
                OptionalDouble.empty(), ShareTrust.TRUSTED, true, Optional.empty());
    }

    private Received next(String path) throws InterruptedException {
        Received next = received.take();
        while (!next.path().equals(path)) {
            next = received.take();
        }
        return next;
    }

    private static Map<String, String> attributes(JsonNode holder) {
        Map<String, String> attributes = new HashMap<>();
        holder.path("attributes").forEach(one -> attributes.put(one.path("key").asText(),
                one.path("value").elements().next().toString().replace("\"", "")));
        return attributes;
    }

    @Test
    void sendsARequestAsASpan() throws InterruptedException {
        try (OtlpExporter exporter = exporter(NEVER)) {
            exporter.requestFinished(request("0123456789abcdef0123456789abcdef"));
            Received got = next("/otlp/v1/traces");
            assertThat(got.authorization()).isEqualTo("Bearer t");
            JsonNode resource = got.body().path("resourceSpans").path(0);
            assertThat(attributes(resource.path("resource"))).containsEntry("service.name", "ipw-meter");
            JsonNode span = resource.path("scopeSpans").path(0).path("spans").path(0);
            assertThat(span.path("traceId").asText()).isEqualTo("0123456789abcdef0123456789abcdef");
            assertThat(span.path("spanId").asText()).isEqualTo("0123456789abcdef");
            assertThat(span.path("startTimeUnixNano").asText()).isEqualTo("1772323200000000001");
            assertThat(span.path("endTimeUnixNano").asText()).isEqualTo("1772323202000000001");
            assertThat(span.has("status")).isFalse();
            assertThat(attributes(span)).isEqualTo(Map.ofEntries(Map.entry("gen_ai.request.model", "llama"),
                    Map.entry("ipw.tenant", "team-a"), Map.entry("gen_ai.provider.name", "vllm"),
                    Map.entry("server.address", "gpu-node"), Map.entry("gen_ai.usage.input_tokens", "40"),
                    Map.entry("gen_ai.usage.cache_read.input_tokens", "16"),
                    Map.entry("gen_ai.usage.output_tokens", "25"),
                    Map.entry("gen_ai.response.time_to_first_chunk", "0.25"),
                    Map.entry("http.response.status_code", "200"), Map.entry("ipw.energy.joules", "200.0"),
                    Map.entry("ipw.energy.lower_joules", "180.0"),
                    Map.entry("ipw.energy.upper_joules", "220.00000000000003"),
                    Map.entry("ipw.energy.prompt_joules", "50.0"),
                    Map.entry("ipw.energy.prompt_lower_joules", "45.0"),
                    Map.entry("ipw.energy.prompt_upper_joules", "55.00000000000001"),
                    Map.entry("ipw.energy.answer_joules", "150.0"),
                    Map.entry("ipw.energy.answer_lower_joules", "135.0"),
                    Map.entry("ipw.energy.answer_upper_joules", "165.0"),
                    Map.entry("ipw.energy.provenance", "ESTIMATED"), Map.entry("ipw.energy.source", "drawn counter"),
                    Map.entry("ipw.energy.trust", "trusted"),
                    Map.entry("ipw.energy.flags", "{values:[{stringValue:ATTRIBUTED}]}")));
        }
    }

    @Test
    void sendsMetricsWithTheSameValuesAsAScrape() throws InterruptedException {
        DrawnMeter meter = new DrawnMeter(3, BEGIN, List.of("a", "b"), List.of("x", "y"));
        for (int i = 0; i < 40; i++) {
            meter.block(metrics);
        }
        try (OtlpExporter exporter = exporter(NEVER)) {
            assertThat(exporter).isNotNull();
        }
        Map<String, JsonNode> sent = new HashMap<>();
        next("/otlp/v1/metrics").body().path("resourceMetrics").path(0).path("scopeMetrics").path(0).path("metrics")
                .forEach(metric -> sent.put(metric.path("name").asText(), metric));
        assertThat(sent).containsKeys("ipw.energy", "ipw.device.energy", "ipw.idle.energy", "ipw.tokens",
                "ipw.requests.in_flight", "ipw.request.energy", "ipw.otlp.spans", "gen_ai.infrastructure.energy");
        JsonNode joules = Objects.requireNonNull(sent.get("ipw.energy")).path("sum");
        assertThat(joules.path("aggregationTemporality").asInt()).isEqualTo(2);
        assertThat(joules.path("isMonotonic").asBoolean()).isTrue();
        for (JsonNode point : joules.path("dataPoints")) {
            Map<String, String> labels = attributes(point);
            assertThat(metrics.prometheusText()).contains("ipw_energy_joules_total{model=\"" + labels.get("model")
                    + "\",phase=\"" + labels.get("phase") + "\",tenant=\"" + labels.get("tenant") + "\"} "
                    + point.path("asDouble").asText() + "\n");
        }
        assertThat(attributes(Objects.requireNonNull(sent.get("gen_ai.infrastructure.energy")).path("sum")
                .path("dataPoints").path(0))).containsKeys("gen_ai.request.model", "gen_ai.provider.name",
                        "server.address");
        JsonNode histogram = Objects.requireNonNull(sent.get("ipw.request.energy")).path("histogram")
                .path("dataPoints").path(0);
        long count = 0;
        for (JsonNode bucket : histogram.path("bucketCounts")) {
            count += bucket.asLong();
        }
        assertThat(histogram.path("count").asLong()).isEqualTo(count).isPositive();
        assertThat(histogram.path("bucketCounts").size()).isEqualTo(histogram.path("explicitBounds").size() + 1);
    }

    @Test
    void triesABusyReceiverAgain() throws InterruptedException {
        synchronized (statuses) {
            statuses.add(503);
            statuses.add(429);
        }
        OtlpExporter exporter = exporter(NEVER);
        exporter.requestFinished(request("1".repeat(32)));
        for (int i = 0; i < 3; i++) {
            assertThat(next("/otlp/v1/traces").body().toString()).contains("1".repeat(32));
        }
        exporter.close();
        assertThat(metrics.prometheusText()).contains("ipw_otlp_spans_total{result=\"sent\"} 1.0",
                "ipw_otlp_spans_total{result=\"dropped\"} 0.0");
    }

    @Test
    void givesABodyUpThatIsRefused() throws InterruptedException {
        synchronized (statuses) {
            statuses.add(400);
        }
        OtlpExporter exporter = exporter(NEVER);
        exporter.requestFinished(request("1".repeat(32)));
        next("/otlp/v1/traces");
        exporter.close();
        assertThat(metrics.prometheusText()).contains("ipw_otlp_spans_total{result=\"sent\"} 0.0",
                "ipw_otlp_spans_total{result=\"dropped\"} 1.0");
    }

    @Test
    void countsSpansThatTheReceiverRejected() throws InterruptedException {
        answer = "{\"partialSuccess\":{\"rejectedSpans\":\"1\",\"errorMessage\":\"too old\"}}";
        OtlpExporter exporter = exporter(NEVER);
        exporter.requestFinished(request("1".repeat(32)));
        next("/otlp/v1/traces");
        exporter.close();
        assertThat(metrics.prometheusText()).contains("ipw_otlp_spans_total{result=\"dropped\"} 1.0");
    }

    @Test
    void dropsAndCountsWhatDoesNotFit() throws InterruptedException {
        CountDownLatch isSending = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.removeContext("/");
        server.createContext("/", exchange -> {
            isSending.countDown();
            try {
                goOn.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            take(exchange);
        });
        OtlpExporter exporter = exporter(NEVER);
        exporter.requestFinished(request("1".repeat(32)));
        isSending.await();
        for (int i = 0; i < 8_192 + 10; i++) { // The receiver does not answer, and nothing waits for it.
            exporter.requestFinished(request("2".repeat(32)));
        }
        assertThat(metrics.prometheusText()).contains("ipw_otlp_spans_total{result=\"dropped\"} 10.0");
        goOn.countDown();
        for (int spans = 0; spans < 8_193;) {
            spans += next("/otlp/v1/traces").body().path("resourceSpans").path(0).path("scopeSpans").path(0)
                    .path("spans").size();
        }
        exporter.close();
        assertThat(metrics.prometheusText()).contains("ipw_otlp_spans_total{result=\"dropped\"} 10.0",
                "ipw_otlp_spans_total{result=\"sent\"} 8193.0");
    }

    @Test
    void goesOnWithoutAReceiver() throws IOException {
        try (ClosedPort nobody = new ClosedPort();
                OtlpExporter exporter = OtlpExporter.start(URI.create(nobody.address()), Map.of(), metrics, SHORT,
                        SHORT)) {
            exporter.requestFinished(request("1".repeat(32)));
        }
        assertThat(metrics.prometheusText()).contains("ipw_otlp_spans_total{result=\"dropped\"} 1.0",
                "ipw_otlp_spans_total{result=\"sent\"} 0.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4318", "ftp://host", "http:///v1", "http://host?x=1"})
    void refusesAnAddressThatIsNone(String address) {
        assertThatThrownBy(() -> OtlpExporter.start(URI.create(address), Map.of(), metrics))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("http://127.0.0.1:4318");
    }
}
