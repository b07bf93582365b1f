package dev.ipw.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Stands for a server of any API that answers each question with whatever a test draws; the HTTP around it is sound. */
final class HostileChatServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Supplier<Reply> models = () -> new Reply("application/json", new byte[0]);
    private volatile Supplier<Reply> answers = models;

    /**
     * Hold what is sent.
     *
     * @param contentType its type
     * @param body        its bytes
     */
    record Reply(String contentType, byte[] body) {}

    HostileChatServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> send(exchange,
                exchange.getRequestMethod().equals("GET") ? models.get() : answers.get()));
        server.start();
    }

    /** Send from now on what these draw; asked one after the other. */
    void answer(Supplier<Reply> toModels, Supplier<Reply> toQuestions) {
        models = toModels;
        answers = toQuestions;
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", reply.contentType);
        exchange.sendResponseHeaders(200, reply.body.length == 0 ? -1 : reply.body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(reply.body);
        }
    }

    String baseUrl(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
