package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.ipw.cli.http.GuardedServer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Put a client behind the OpenAI chat protocol on this machine's loopback address: {@code POST /v1/chat/completions},
 * streamed or not, {@code GET /v1/models} and {@code GET /health}.
 */
public final class ChatServer implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(ChatServer.class);
    private static final int MOST_BODY_BYTES = 4 << 20;
    private static final int MOST_CONNECTIONS = 4096;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED_TYPE = 415;
    private static final int FAILED = 500;
    private static final String WRONG = "invalid_request_error";

    private final InferenceClient client;
    private final String model;
    private final GuardedServer server;

    private ChatServer(InferenceClient client, int port) throws IOException {
        this.client = client;
        model = client.describe().model();
        server = GuardedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), List.of(),
                MOST_CONNECTIONS, this::handle,
                (exchange, status, message) -> answer(exchange, status, error(WRONG, message)));
    }

    /**
     * Start serving.
     *
     * @param client answers the requests; it stays open when the server is closed
     * @param port   the port on the loopback address; 0 takes a free one
     * @return the running server
     * @throws ConfigurationException if the port is taken
     */
    public static ChatServer start(InferenceClient client, int port) {
        try {
            return new ChatServer(client, port);
        } catch (IOException taken) {
            throw new ConfigurationException("Cannot serve on port " + port + ": " + taken.getMessage()
                    + ". Choose another with --port, or 0 for any free one", taken);
        }
    }

    /**
     * Return where clients find it.
     *
     * @return the base URL, which ends in {@code /v1}
     */
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.port() + "/v1");
    }

    private void handle(HttpExchange exchange) throws IOException {
        // Not a resource of the inner try: that would be closed before its error is answered.
        try (exchange) {
            try {
                route(exchange);
            } catch (BadRequest wrong) {
                answer(exchange, wrong.status(), error(wrong.type(), String.valueOf(wrong.getMessage())));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } catch (UncheckedIOException goneAway) {
                LOGGER.debug("A client disconnected before its answer was complete", goneAway);
            }
        }
    }

    private void route(HttpExchange exchange) throws IOException, BadRequest, InterruptedException {
        switch (exchange.getRequestURI().getPath()) {
            case "/v1/chat/completions" -> complete(exchange);
            case "/v1/models" -> answer(exchange, OK, models());
            case "/health" -> answer(exchange, OK, Json.object().put("status", "ok"));
            default -> throw new BadRequest(NOT_FOUND, WRONG, "There is no " + exchange.getRequestURI().getPath());
        }
    }

    private ObjectNode models() {
        ObjectNode json = Json.object().put("object", "list");
        json.putArray("data").addObject().put("id", model).put("object", "model").put("owned_by", "ipw");
        return json;
    }

    private void complete(HttpExchange exchange) throws IOException, BadRequest, InterruptedException {
        if (!exchange.getRequestMethod().equals("POST")) {
            throw new BadRequest(METHOD_NOT_ALLOWED, WRONG, "Send a POST request");
        }
        requireJson(exchange);
        ChatRequest chat = ChatRequest.parse(body(exchange));
        if (chat.model().isEmpty()) {
            throw new BadRequest(BAD_REQUEST, WRONG,
                    "'model' is missing; this server has the model '" + model + "'");
        }
        if (!chat.model().equals(model)) {
            throw new BadRequest(NOT_FOUND, "model_not_found",
                    "The model '" + chat.model() + "' is not served here; this server has '" + model + "'");
        }
        ChatReply reply = new ChatReply("chatcmpl-" + UUID.randomUUID(), Instant.now().getEpochSecond(), model);
        if (chat.stream()) {
            stream(exchange, chat, reply);
        } else {
            whole(exchange, chat, reply);
        }
    }

    /** Refuse what a web page can send without being asked: forms and plain text. */
    private static void requireJson(HttpExchange exchange) throws BadRequest {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new BadRequest(UNSUPPORTED_TYPE, WRONG, "Send JSON, with the header Content-Type: application/json");
        }
    }

    private static byte[] body(HttpExchange exchange) throws IOException, BadRequest {
        try (InputStream input = exchange.getRequestBody()) {
            byte[] body = input.readNBytes(MOST_BODY_BYTES + 1);
            if (body.length > MOST_BODY_BYTES) {
                throw new BadRequest(TOO_LARGE, WRONG, "The body is larger than " + MOST_BODY_BYTES + " bytes");
            }
            return body;
        }
    }

    private void whole(HttpExchange exchange, ChatRequest chat, ChatReply reply)
            throws IOException, BadRequest, InterruptedException {
        try {
            answer(exchange, OK, reply.completion(client.infer(chat.request(), new Pieces(text -> {}))));
        } catch (InferenceException failure) {
            throw new BadRequest(FAILED, "server_error", String.valueOf(failure.getMessage()));
        }
    }

    private void stream(HttpExchange exchange, ChatRequest chat, ChatReply reply)
            throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.sendResponseHeaders(OK, 0);
        try (OutputStream output = exchange.getResponseBody()) {
            event(output, Json.write(reply.role()));
            try {
                InferenceResponse response = client.infer(chat.request(),
                        new Pieces(text -> event(output, Json.write(reply.content(text)))));
                event(output, Json.write(reply.finish(response.finishReason().orElse("stop"))));
                if (chat.includeUsage()) {
                    event(output, Json.write(reply.usageChunk(response.usage())));
                }
                event(output, "[DONE]");
            } catch (InferenceException failure) {
                event(output, Json.write(error("server_error", String.valueOf(failure.getMessage()))));
            }
        }
    }

    private static void event(OutputStream output, String data) {
        try {
            output.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
            output.flush();
        } catch (IOException goneAway) {
            throw new UncheckedIOException(goneAway);
        }
    }

    private static ObjectNode error(String type, String message) {
        ObjectNode json = Json.object();
        json.putObject("error").put("message", message).put("type", type);
        return json;
    }

    private static void answer(HttpExchange exchange, int status, JsonNode json) throws IOException {
        GuardedServer.answer(exchange, status, "application/json", Json.writeBytes(json));
    }

    /** Stop serving. Requests in flight are cut off. */
    @Override
    public void close() {
        server.close();
    }

    /** Pass on the pieces of the visible answer as they come. */
    private record Pieces(PieceTaker taker) implements ResponseSink {
        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            if (kind == ChunkKind.ANSWER) {
                taker.take(text);
            }
        }
    }

    @FunctionalInterface
    private interface PieceTaker {
        void take(String text);
    }
}
