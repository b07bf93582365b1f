package dev.ipw.examples.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/** A model server whose answers depend on the requested model. */
final class ScriptedServer implements AutoCloseable {
    static final String FIRST = event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"four\"}}]}");
    static final String REST = event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\" é\"}}]}")
            + event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}")
            + event("{\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":2,\"total_tokens\":13,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":3}}}")
            + event("[DONE]");
    static final String CHAT = FIRST + REST;
    static final String WHOLE = "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":"
            + "\"four\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}";
    static final String REFUSAL = "{\"error\":{\"message\":\"no model 'none'\"}}";

    private static final Pattern MODEL = Pattern.compile("\"model\":\"([^\"]*)\"");

    private final HttpServer server;
    private final Map<String, CompletableFuture<Void>> asked = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Void>> released = new ConcurrentHashMap<>();

    private ScriptedServer(HttpServer server) {
        this.server = server;
    }

    static ScriptedServer start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ScriptedServer scripted = new ScriptedServer(server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", scripted::answer);
        server.start();
        return scripted;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Lets the answer of a model go on that waits after its first event, or before its head. */
    void release(String model) {
        released(model).complete(null);
    }

    /** Completes when a model was asked. */
    CompletableFuture<Void> asked(String model) {
        return asked.computeIfAbsent(model, name -> new CompletableFuture<>());
    }

    private CompletableFuture<Void> released(String model) {
        return released.computeIfAbsent(model, name -> new CompletableFuture<>());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String model = MODEL.matcher(body).results().map(found -> found.group(1)).findFirst().orElseThrow();
            asked(model).complete(null);
            if (model.equals("late")) {
                released(model).join();
            }
            if (exchange.getRequestURI().getPath().equals("/v1/messages")) {
                send(exchange, 200, "application/json", WHOLE);
            } else if (model.equals("none")) {
                send(exchange, 404, "application/json", REFUSAL);
            } else if (model.equals("streamed")) {
                send(exchange, 200, "text/event-stream", CHAT);
            } else if (!model.equals("silent")) {
                sendFirst(exchange, model.equals("broken") ? CHAT.length() : 0);
                released(model).join();
                if (!model.equals("broken")) {
                    exchange.getResponseBody().write(REST.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void sendFirst(HttpExchange exchange, long length) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, length);
        exchange.getResponseBody().write(FIRST.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private static String event(String data) {
        return "data: " + data + "\n\n";
    }

    @Override
    public void close() {
        released.values().forEach(gate -> gate.complete(null));
        server.stop(0);
    }
}
