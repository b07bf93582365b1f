package dev.ipw.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands for a model server that answers a number of questions with 42 and then does something else. */
public final class FakeChatServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);

    /** What it does with the questions after the first ones. */
    public enum Then {
        FAIL, STALL
    }

    public FakeChatServer(int answered, Then then) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/models", exchange -> reply(exchange, 200, "application/json",
                "{\"object\":\"list\",\"data\":[{\"id\":\"fake\"}]}"));
        server.createContext("/v1/chat/completions", exchange -> {
            if (asked.incrementAndGet() <= answered) {
                reply(exchange, 200, "text/event-stream", """
                        data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"4"}}]}

                        data: {"choices":[{"index":0,"delta":{"content":"2"},"finish_reason":"stop"}]}

                        data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}

                        data: [DONE]

                        """);
            } else if (then == Then.FAIL) {
                reply(exchange, 500, "application/json", "{\"error\":{\"message\":\"out of memory\"}}");
            } else {
                stall(exchange);
            }
        });
        server.start();
    }

    private void stall(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        stalled.countDown();
        try {
            closing.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    private static void reply(HttpExchange exchange, int status, String type, String body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", type);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
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
