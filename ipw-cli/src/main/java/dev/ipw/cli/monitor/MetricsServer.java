package dev.ipw.cli.monitor;

import com.sun.net.httpserver.HttpExchange;
import dev.ipw.cli.http.GuardedServer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.meter.metrics.Scrape;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server of metrics for Prometheus: {@code GET /metrics}, and a line about it at {@code /}. */
public final class MetricsServer implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(MetricsServer.class);
    private static final ServingLimits LIMITS = ServingLimits.DEFAULT.withConnections(64);
    private static final int SCRAPES_AT_ONCE = 4;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int BUSY = 503;
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final GuardedServer server;
    private final InetAddress host;
    private final Function<String, Scrape> scrape;
    private final Semaphore scrapes = new Semaphore(SCRAPES_AT_ONCE);

    private MetricsServer(InetSocketAddress address, List<String> allowedHosts, Function<String, Scrape> scrape)
            throws IOException {
        host = address.getAddress();
        this.scrape = scrape;
        server = GuardedServer.start(address, allowedHosts, LIMITS, this::handle,
                (exchange, status, message) -> answer(exchange, status, PLAIN, message + "\n"));
    }

    /**
     * Starts serving sensors in the text format, for {@code --serve}.
     *
     * @param address      the address to listen on; port 0 takes a free one
     * @param allowedHosts names by which clients may call it beside localhost, its address and its own name
     * @param metrics      gives the metrics at each scrape
     * @return the running server
     * @throws ConfigurationException if it may not listen there, or the port is taken
     */
    public static MetricsServer start(InetSocketAddress address, List<String> allowedHosts,
            Supplier<MetricSnapshots> metrics) {
        PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
        return start("--serve", address, allowedHosts, anyFormat -> {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try {
                writer.write(text, metrics.get());
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            return new Scrape(writer.getContentType(), text.toByteArray());
        });
    }

    /**
     * Starts serving.
     *
     * @param option       the option with the address, for messages
     * @param address      the address to listen on; port 0 takes a free one
     * @param allowedHosts names by which clients may call it beside localhost, its address and its own name
     * @param scrape       gives the metrics at each scrape, in a format that the client accepts
     * @return the running server
     * @throws ConfigurationException if it may not listen there, or the port is taken
     */
    public static MetricsServer start(String option, InetSocketAddress address, List<String> allowedHosts,
            Function<String, Scrape> scrape) {
        try {
            return new MetricsServer(address, allowedHosts, scrape);
        } catch (IOException refused) {
            throw new ConfigurationException("Cannot serve at " + address.getHostString() + ":" + address.getPort()
                    + ": " + refused.getMessage() + ". " + (isOfThisMachine(address.getAddress())
                            ? "Choose another port with " + option + ", or 0 for any free one"
                            : option + " takes an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all"),
                    refused);
        }
    }

    private static boolean isOfThisMachine(InetAddress address) {
        try {
            return address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException unknown) {
            return true;
        }
    }

    /**
     * Returns the address of the metrics.
     *
     * @return the address that ends in {@code /metrics}
     */
    public URI uri() {
        String typed = host.getHostAddress();
        return URI.create("http://" + (host instanceof Inet6Address ? "[" + typed + "]" : typed) + ":"
                + server.port() + "/metrics");
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!method.equals("GET") && !method.equals("HEAD")) {
                answer(exchange, METHOD_NOT_ALLOWED, PLAIN, "Send a GET request\n");
                return;
            }
            switch (exchange.getRequestURI().getPath()) {
                case "/metrics" -> scrape(exchange);
                case "/" -> answer(exchange, OK, PLAIN, "Metrics for Prometheus: /metrics\n");
                default -> answer(exchange, NOT_FOUND, PLAIN, "Only /metrics is served here\n");
            }
        } catch (RuntimeException broken) {
            LOGGER.warn("A scrape failed", broken);
            throw broken;
        }
    }

    private void scrape(HttpExchange exchange) throws IOException {
        if (!scrapes.tryAcquire()) {
            answer(exchange, BUSY, PLAIN, "Too many scrapes at once; try again\n");
            return;
        }
        try {
            Scrape page = scrape.apply(String.join(",",
                    exchange.getRequestHeaders().getOrDefault("Accept", List.of())));
            GuardedServer.answer(exchange, OK, page.contentType(), page.body());
        } finally {
            scrapes.release();
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        GuardedServer.answer(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Stops serving. */
    @Override
    public void close() {
        server.close();
    }
}
