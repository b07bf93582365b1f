package dev.ipw.examples.spring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Speaks as a chat server does: it asks for both tools at once, and answers with what they gave. */
final class ScriptedServer implements AutoCloseable {
    /** How many tokens each of its two answers counts. */
    static final int OUTPUT_TOKENS = 8;

    private static final long WORK_MILLIS = 60;
    private static final Pattern TOOL_MESSAGE = Pattern
            .compile("\\{[^{}]*\"role\"\\s*:\\s*\"tool\"[^{}]*\\}");
    private static final Pattern CONTENT = Pattern.compile("\"content\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final HttpServer server;

    private ScriptedServer(HttpServer server) {
        this.server = server;
    }

    static ScriptedServer start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", ScriptedServer::answer);
        server.start();
        return new ScriptedServer(server);
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            TimeUnit.MILLISECONDS.sleep(WORK_MILLIS);
            byte[] bytes = body(request).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static String body(String request) {
        boolean isAsking = !request.contains("\"tool_call_id\"");
        String message = isAsking
                ? "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + call(1, "stock") + ","
                        + call(2, "price")
                        + "]}"
                : "{\"role\":\"assistant\",\"content\":\"" + told(request) + "\"}";
        return "{\"id\":\"x\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"scripted\",\"choices\":[{\"index\":0,"
                + "\"message\":" + message + ",\"finish_reason\":\"" + (isAsking ? "tool_calls" : "stop") + "\"}],"
                + "\"usage\":{\"prompt_tokens\":40,\"completion_tokens\":" + OUTPUT_TOKENS + ",\"total_tokens\":"
                + (40 + OUTPUT_TOKENS) + "}}";
    }

    private static String call(int number, String tool) {
        return "{\"id\":\"call_" + number + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool
                + "\",\"arguments\":\"{\\\"article\\\": \\\"pears\\\"}\"}}";
    }

    /** Repeat what the tools said. */
    private static String told(String request) {
        return TOOL_MESSAGE.matcher(request).results().map(found -> CONTENT.matcher(found.group()))
                .filter(Matcher::find)
                .map(content -> content.group(1)).collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
