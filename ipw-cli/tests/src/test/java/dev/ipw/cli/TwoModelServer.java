package dev.ipw.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Serves the models right and wrong, which answer with 42 and 41; with tools, they use the calculator first. */
public final class TwoModelServer implements AutoCloseable {
    private static final String ASKS = "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\","
            + "\"function\":{\"name\":\"calculator\",\"arguments\":\"{\\\"expression\\\": \\\"6 * 7\\\"}\"}}]}";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final int stallsAt;
    private volatile boolean losesWrong;

    /** Serve; the given question, counted from 1, is left without an answer. */
    public TwoModelServer(int stallsAt) throws IOException {
        // A server of a single model is taken to answer to any name.
        this(stallsAt, List.of("right", "other", "wrong"));
    }

    /** Serve models of these names, of which only the one called wrong is. */
    TwoModelServer(int stallsAt, List<String> models) throws IOException {
        this.stallsAt = stallsAt;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/models", exchange -> {
            Stream<String> left = models.stream()
                    .filter(name -> !name.equals("wrong") || !losesWrong || asked.get() == 0);
            reply(exchange, "application/json", "{\"object\":\"list\",\"data\":["
                    + left.map(name -> "{\"id\":\"" + name + "\"}").collect(Collectors.joining(",")) + "]}");
        });
        server.createContext("/v1/chat/completions", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (asked.incrementAndGet() == stallsAt) {
            stalled.countDown();
            try {
                closing.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
            return;
        }
        String delta = request.contains("\"role\":\"tool\"") || !request.contains("calculator")
                ? "{\"role\":\"assistant\",\"content\":\"" + (request.contains("\"wrong\"") ? 41 : 42) + "\"}"
                : ASKS;
        reply(exchange, "text/event-stream", "data: {\"choices\":[{\"index\":0,\"delta\":" + delta
                + ",\"finish_reason\":\"stop\"}]}\n\n"
                + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2,\"total_tokens\":9}}\n\n"
                + "data: [DONE]\n\n");
    }

    private static void reply(HttpExchange exchange, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Count the requests for an answer. */
    public int asked() {
        return asked.get();
    }

    /** Have the model wrong, or not, once the first question was asked. */
    public void loseWrong(boolean isLost) {
        losesWrong = isLost;
    }

    /** Wait until a question is left without an answer. */
    void awaitStall() throws InterruptedException {
        stalled.await();
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.close();
    }
}
