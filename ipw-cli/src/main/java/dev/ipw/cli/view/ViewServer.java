package dev.ipw.cli.view;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ipw.cli.http.GuardedServer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.report.view.RunBrowser;
import dev.ipw.report.view.ViewPage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of a browser for runs on the loopback address. Its address has a token, so that neither another user of this
 * machine nor a page of another site can read the runs; there are no cookies.
 */
public final class ViewServer implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(ViewServer.class);
    private static final ServingLimits LIMITS = ServingLimits.DEFAULT.withConnections(128);
    private static final int TOKEN_BYTES = 16;
    private static final int PAGES_AT_ONCE = 4;
    private static final int EVENT_STREAMS = 32;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int BUSY = 503;
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final RunBrowser browser;
    private final GuardedServer server;
    private final String token;
    private final Semaphore pages = new Semaphore(PAGES_AT_ONCE);
    private final Semaphore streams = new Semaphore(EVENT_STREAMS);

    private ViewServer(RunBrowser browser, int port) throws IOException {
        this.browser = browser;
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        server = GuardedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), List.of(), LIMITS,
                this::handle, (exchange, status, message) -> answer(exchange, status, message + "\n"));
    }

    /**
     * Starts serving.
     *
     * @param browser gives the pages
     * @param port    the port on the loopback address; 0 takes a free one
     * @return the running server
     * @throws ConfigurationException if the port is taken
     */
    public static ViewServer start(RunBrowser browser, int port) {
        try {
            return new ViewServer(browser, port);
        } catch (IOException refused) {
            throw new ConfigurationException("Cannot listen on port " + port + " of this machine: "
                    + refused.getMessage() + ". Choose another with --port, or 0 for any free one", refused);
        }
    }

    /**
     * Returns the address of a page, with the token.
     *
     * @param path the path of the page; empty for the table of runs
     * @return the address for a browser on this machine
     */
    public URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + "/" + token + "/" + path);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Cache-Control", "no-store");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("X-Frame-Options", "DENY");
            headers.set("Referrer-Policy", "no-referrer");
            String method = exchange.getRequestMethod();
            if (!method.equals("GET") && !method.equals("HEAD")) {
                answer(exchange, METHOD_NOT_ALLOWED, "Send a GET request\n");
                return;
            }
            Optional<String> path = path(exchange.getRequestURI());
            if (path.isEmpty()) {
                answer(exchange, NOT_FOUND, "Open the address that 'ipw view' printed: it has a token\n");
            } else if (path.get().endsWith("/events")) {
                events(exchange, path.get());
            } else {
                page(exchange, path.get());
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException broken) {
            LOGGER.warn("A page could not be made", broken);
            throw broken;
        }
    }

    /** Returns the path below the token; empty if the token is missing or wrong. */
    private Optional<String> path(URI address) {
        String[] names = String.valueOf(address.getRawPath()).split("/", -1);
        boolean isOurs = names.length > 2
                && MessageDigest.isEqual(names[1].getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8));
        return isOurs
                ? Optional.of(Stream.of(names).skip(2).map(ViewServer::decoded).collect(Collectors.joining("/")))
                : Optional.empty();
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Map<String, String> parameters(URI address) {
        Map<String, String> parameters = new LinkedHashMap<>();
        String query = address.getRawQuery();
        if (query != null) {
            for (String one : query.split("&", -1)) {
                String[] parts = one.split("=", 2);
                parameters.merge(URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                        parts.length == 1 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8),
                        (first, next) -> first + "\n" + next);
            }
        }
        return parameters;
    }

    private void page(HttpExchange exchange, String path) throws IOException, InterruptedException {
        pages.acquire();
        ViewPage page;
        try {
            page = browser.answer(path, parameters(exchange.getRequestURI()));
        } finally {
            pages.release();
        }
        GuardedServer.answer(exchange, page.status(), page.contentType(), page.bytes());
    }

    /** Sends the changing part of a page each second until the run has ended or the page is closed. */
    private void events(HttpExchange exchange, String path) throws IOException, InterruptedException {
        if (!streams.tryAcquire()) {
            answer(exchange, BUSY, "Too many pages are open\n");
            return;
        }
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(OK, 0);
            OutputStream output = exchange.getResponseBody();
            for (Optional<String> part = browser.progress(path); part.isPresent(); part = browser.progress(path)) {
                send(output, "progress", part.get());
                Thread.sleep(PERIOD);
            }
            send(output, "end", "");
        } finally {
            streams.release();
        }
    }

    private static void send(OutputStream output, String event, String data) throws IOException {
        output.write(("event: " + event + "\ndata: " + Json.write(Json.fromPlain(data)) + "\n\n")
                .getBytes(StandardCharsets.UTF_8));
        output.flush();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        GuardedServer.answer(exchange, status, PLAIN, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Stops serving. Requests in flight are aborted. */
    @Override
    public void close() {
        server.close();
    }
}
