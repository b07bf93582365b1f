package dev.ipw.agents.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Speaks the streamable HTTP of MCP on the loopback address, and misbehaves by its tools. */
final class HttpScriptedServer implements AutoCloseable {
    private static final String KEY = "Bearer sk-http-secret-0123456789";

    private final HttpServer server;
    private final boolean asEvents;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final List<String> called = new CopyOnWriteArrayList<>();

    private final Optional<String> tools;

    private HttpScriptedServer(HttpServer server, boolean asEvents, Optional<String> tools) {
        this.server = server;
        this.asEvents = asEvents;
        this.tools = tools;
    }

    static HttpScriptedServer start(boolean asEvents) throws IOException {
        return start(asEvents, Optional.empty());
    }

    /** Starts a server that lists these tools, a list of JSON, in place of its own. */
    static HttpScriptedServer listing(String tools) throws IOException {
        return start(false, Optional.of(tools));
    }

    private static HttpScriptedServer start(boolean asEvents, Optional<String> tools) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        HttpScriptedServer scripted = new HttpScriptedServer(server, asEvents, tools);
        server.setExecutor(scripted.threads);
        server.createContext("/deep/mcp", scripted::answer);
        server.createContext("/elsewhere", exchange -> {
            exchange.getResponseHeaders().add("Location", scripted.address());
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        server.start();
        return scripted;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/deep/mcp";
    }

    /** What came without asking for an answer: notifications, and the end of the session. */
    List<String> notices() {
        return notices;
    }

    /** The names of the tools that were called. */
    List<String> called() {
        return called;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!KEY.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.sendResponseHeaders(401, -1);
            } else if (exchange.getRequestMethod().equals("POST")) {
                post(exchange, ScriptedProtocol
                        .parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            } else {
                notices.add(exchange.getRequestMethod());
                exchange.sendResponseHeaders(exchange.getRequestMethod().equals("DELETE") ? 200 : 405, -1);
            }
        }
    }

    private void post(HttpExchange exchange, JsonNode message) throws IOException {
        Optional<ObjectNode> answer = ScriptedProtocol.answer(message);
        if (message.path("method").asText().equals("tools/call")) {
            called.add(message.path("params").path("name").asText());
        }
        if (!message.has("id")) {
            notices.add(message.path("method").asText() + " " + message.path("params").path("reason").asText());
            exchange.sendResponseHeaders(202, -1);
        } else if (tools.isPresent() && message.path("method").asText().equals("tools/list")) {
            send(exchange,
                    "{\"jsonrpc\": \"2.0\", \"id\": " + message.get("id") + ", \"result\": {\"tools\": " + tools.get()
                            + "}}");
        } else if (answer.isPresent()) {
            exchange.getResponseHeaders().add("Mcp-Session-Id", "s-1");
            send(exchange, Json.write(answer.get()));
        } else {
            play(exchange, message);
        }
    }

    private void send(HttpExchange exchange, String json) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", asEvents ? "text/event-stream" : "application/json");
        byte[] body = (asEvents ? "event: message\ndata: " + json + "\n\n" : json).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private void play(HttpExchange exchange, JsonNode message) throws IOException {
        switch (message.path("params").path("name").asText()) {
            case "refuse" -> send(exchange, Json.write(ScriptedProtocol.error(message, "no such thing")));
            case "garbage" -> send(exchange, "<html>Bad gateway</html>");
            case "huge" -> {
                exchange.getResponseHeaders().add("Content-Type", asEvents ? "text/event-stream" : "application/json");
                exchange.sendResponseHeaders(200, 0);
                OutputStream out = exchange.getResponseBody();
                out.write("data: ".getBytes(StandardCharsets.UTF_8));
                byte[] part = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
                for (int count = 0; count < 4 << 20; count += part.length) {
                    out.write(part);
                }
            }
            case "leave" -> {
                exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(("data: {\"jsonrpc\":\"2.0\",\"method\":"
                        + "\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"soon\"}}\n\n")
                        .getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                server.stop(0);
            }
            default -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
