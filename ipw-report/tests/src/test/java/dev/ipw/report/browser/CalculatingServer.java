package dev.ipw.report.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers as a model would that lets the calculator do each sum, so that a task takes two turns and a tool. */
final class CalculatingServer implements AutoCloseable {
    private static final Pattern SUM = Pattern.compile("\\d+\\s*[-+*]\\s*\\d+");
    private static final long MILLIS_PER_TOKEN = 12;

    private final HttpServer server;

    private CalculatingServer(HttpServer server) {
        this.server = server;
    }

    static CalculatingServer start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/models", exchange -> send(exchange, "application/json", List.of(TreeBuilder.object()
                .put("object", "list").put("data", List.of(Map.of("id", "calculating", "object", "model"))).json())));
        server.createContext("/v1/chat/completions", CalculatingServer::answer);
        server.start();
        return new CalculatingServer(server);
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private static void answer(HttpExchange exchange) throws IOException {
        TreeReader asked = TreeReader.ofJson("a request",
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        List<TreeReader> messages = asked.children("messages", read -> read);
        TreeReader last = messages.getLast();
        if (last.text("role").equals("tool")) {
            send(exchange, "text/event-stream", spoken(last.text("content")));
        } else {
            Matcher sum = SUM.matcher(last.text("content"));
            send(exchange, "text/event-stream", called(sum.find() ? sum.group() : "0"));
        }
    }

    private static List<String> spoken(String result) {
        List<Map<String, Object>> digits = result.strip().chars()
                .mapToObj(digit -> Map.<String, Object>of("content", Character.toString(digit))).toList();
        return events(digits, "stop");
    }

    private static List<String> called(String sum) {
        Map<String, Object> function = Map.of("name", "calculator", "arguments",
                TreeBuilder.object().put("expression", sum).json());
        return events(List.of(Map.of("tool_calls",
                List.of(Map.of("index", 0, "id", "call", "type", "function", "function", function)))), "tool_calls");
    }

    private static List<String> events(List<Map<String, Object>> deltas, String reason) {
        List<String> events = new ArrayList<>();
        deltas.forEach(delta -> events.add(event(TreeBuilder.object().put("choices",
                List.of(Map.of("index", 0, "delta", delta))))));
        events.add(event(TreeBuilder.object().put("choices",
                List.of(Map.of("index", 0, "delta", Map.of(), "finish_reason", reason)))));
        events.add(event(TreeBuilder.object().put("choices", List.of()).put("usage", Map.of("prompt_tokens", 50,
                "completion_tokens", deltas.size(), "total_tokens", 50 + deltas.size()))));
        events.add("data: [DONE]\n\n");
        return events;
    }

    private static String event(TreeBuilder chunk) {
        return "data: " + chunk.put("id", "answer").put("object", "chat.completion.chunk").put("model", "calculating")
                .json() + "\n\n";
    }

    private static void send(HttpExchange exchange, String type, List<String> parts) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (String part : parts) {
                TimeUnit.MILLISECONDS.sleep(MILLIS_PER_TOKEN);
                out.write(part.getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
