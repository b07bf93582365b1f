package dev.ipw.opentelemetry;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A collector that takes spans and metrics over HTTP, and the properties with which an SDK sends them there at its shutdown alone. */
final class ReceivedTelemetry implements AutoCloseable {
    private static final String HOUR_MILLIS = "3600000";

    private final Map<String, String> received = new ConcurrentHashMap<>();
    private final HttpServer server;

    ReceivedTelemetry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
            received.merge(exchange.getRequestURI().getPath(), body, String::concat);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    /** Return properties of an SDK that sends nothing of itself, and gives nothing up, however slow the machine is. */
    Map<String, String> properties(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(more);
        properties.put("otel.exporter.otlp.endpoint", "http://127.0.0.1:" + server.getAddress().getPort());
        properties.put("otel.exporter.otlp.protocol", "http/protobuf");
        properties.put("otel.logs.exporter", "none");
        properties.put("otel.bsp.schedule.delay", HOUR_MILLIS);
        properties.put("otel.bsp.export.timeout", HOUR_MILLIS);
        properties.put("otel.metric.export.interval", HOUR_MILLIS);
        properties.put("otel.metric.export.timeout", HOUR_MILLIS);
        properties.put("otel.exporter.otlp.timeout", HOUR_MILLIS);
        return properties;
    }

    /** Return the texts and the bytes between them of all spans that came. */
    @Nullable
    String spans() {
        return received.get("/v1/traces");
    }

    /** Return the same of all metrics. */
    @Nullable
    String metrics() {
        return received.get("/v1/metrics");
    }

    /** Return whether nothing came. */
    boolean isEmpty() {
        return received.isEmpty();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
