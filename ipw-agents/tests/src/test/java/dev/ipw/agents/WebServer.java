package dev.ipw.agents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers on this machine as a web server does, and remembers what it was asked. */
public final class WebServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    private WebServer(HttpServer server) {
        this.server = server;
    }

    /** Says how a request is answered. */
    @FunctionalInterface
    public interface Answer {
        /** Answer it. */
        void to(HttpExchange exchange, Request request) throws IOException;
    }

    /** What came. */
    public record Request(String method, String path, java.util.Map<String, List<String>> headers, String body) {}

    public static WebServer start(Answer answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        WebServer web = new WebServer(server);
        server.setExecutor(web.threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                Request request = new Request(exchange.getRequestMethod(), exchange.getRequestURI().toString(),
                        exchange.getRequestHeaders(),
                        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                web.requests.add(request);
                answer.to(exchange, request);
            }
        });
        server.start();
        return web;
    }

    /** Send a whole answer. */
    public static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    /** Send a whole answer. */
    public static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        send(exchange, status, type, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Send the client elsewhere. */
    public static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().add("Location", to);
        exchange.sendResponseHeaders(302, -1);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String address() {
        return "http://127.0.0.1:" + port();
    }

    public List<Request> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
