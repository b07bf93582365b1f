package dev.ipw.examples.agents;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Speaks as a chat server does: it asks for the stock of what the question is about, and answers with what the tool gave. */
final class ScriptedServer implements AutoCloseable {
    private static final long WORK_MILLIS = 60;

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
            boolean isStreamed = request.replace(" ", "").contains("\"stream\":true");
            String body = isStreamed ? streamed(request) : whole(request);
            exchange.getResponseHeaders().add("Content-Type", isStreamed ? "text/event-stream" : "application/json");
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static String whole(String request) {
        return "{\"id\":\"x\",\"object\":\"chat.completion\",\"model\":\"scripted\",\"choices\":[{\"index\":0,\"message\":"
                + message(request) + ",\"finish_reason\":\"" + (asks(request) ? "tool_calls" : "stop") + "\"}],"
                + usage() + "}";
    }

    private static String streamed(String request) {
        return "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"model\":\"scripted\",\"choices\":[{\"index\":0,\"delta\":"
                + message(request).replace("{\"id\":\"call_1\"", "{\"index\":0,\"id\":\"call_1\"")
                + ",\"finish_reason\":null}]}\n\n"
                + "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"model\":\"scripted\",\"choices\":[{\"index\":0,"
                + "\"delta\":{},\"finish_reason\":\"" + (asks(request) ? "tool_calls" : "stop") + "\"}]}\n\n"
                + "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"model\":\"scripted\",\"choices\":[],"
                + usage()
                + "}\n\ndata: [DONE]\n\n";
    }

    /** It asks for a tool where one is offered and none has answered yet. */
    private static boolean asks(String request) {
        return request.contains("\"tools\"") && !request.contains("\"tool_call_id\"");
    }

    private static String message(String request) {
        String article = request.contains("pears") ? "pears" : "apples";
        if (asks(request)) {
            return "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"call_1\",\"type\":\"function\","
                    + "\"function\":{\"name\":\"stock\",\"arguments\":\"{\\\"article\\\": \\\"" + article
                    + "\\\"}\"}}]}";
        }
        // What the tool said, where it was asked; by heart otherwise.
        boolean isThirty = request.contains("\"tool_call_id\"")
                ? request.contains("\"content\":\"30\"") || request.contains("\"content\" : \"30\"")
                : article.equals("pears");
        return "{\"role\":\"assistant\",\"content\":\"" + (isThirty ? 30 : 12) + "\"}";
    }

    private static String usage() {
        return "\"usage\":{\"prompt_tokens\":40,\"completion_tokens\":8,\"total_tokens\":48}";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
