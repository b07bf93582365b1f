package dev.ipw.cli.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.wire.ServingLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that passes each request that {@link RequestGuard} accepts to a handler, on a thread of its own. */
public final class GuardedServer implements AutoCloseable {
    private static final int LAST_PORT = 65_535;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private GuardedServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts serving.
     *
     * @param address      the address to listen on; port 0 takes a free one
     * @param allowedHosts names by which clients may call it beside localhost, its address and its own name
     * @param limits       the limits of clients
     * @param handler      answers accepted requests
     * @param refusal      answers rejected requests
     * @return the running server
     * @throws IOException if it may not listen there, or the port is taken
     */
    public static GuardedServer start(InetSocketAddress address, List<String> allowedHosts, ServingLimits limits,
            HttpHandler handler, RequestGuard.Refusal refusal) throws IOException {
        ServerLimits.set(limits);
        GuardedServer started = new GuardedServer(HttpServer.create(address, 0));
        started.server.createContext("/", handler).getFilters()
                .add(new RequestGuard(address.getAddress(), allowedHosts, refusal));
        started.server.setExecutor(started.threads);
        started.server.start();
        return started;
    }

    /**
     * Checks a typed port.
     *
     * @param option the option with the port, for the message
     * @param port   the port
     * @throws ConfigurationException if there is no such port
     */
    public static void requirePort(String option, int port) {
        if (port < 0 || port > LAST_PORT) {
            throw new ConfigurationException(option + " must be from 0 to " + LAST_PORT + ", not " + port);
        }
    }

    /**
     * Returns the port.
     *
     * @return the port, never 0
     */
    public int port() {
        return server.getAddress().getPort();
    }

    /**
     * Sends a response with a body, or with its length alone if the request is HEAD.
     *
     * @param exchange the request
     * @param status   the status
     * @param type     the content type
     * @param body     the content
     * @throws IOException if the client has gone
     */
    public static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream output = exchange.getResponseBody()) {
            output.write(body);
        }
    }

    /** Stops serving. Requests in flight are aborted. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
