package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.ipw.cli.http.GuardedServer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.wire.ServingLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that puts a client behind the protocols of OpenAI (chat completions and responses), Anthropic and Ollama
 * on this machine's loopback address, streamed or not. Every part of a request is fulfilled, or the request is
 * rejected.
 */
public final class ChatServer implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(ChatServer.class);
    private static final int MAX_BODY_BYTES = 4 << 20;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED_TYPE = 415;
    private static final int FAILED = 500;
    private static final String MODELS = "/v1/models";

    private final InferenceClient client;
    private final ModelCatalog models;
    private final GuardedServer server;

    private ChatServer(InferenceClient client, int port) throws IOException {
        this.client = client;
        models = new ModelCatalog(client.describe());
        server = GuardedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), List.of(),
                ServingLimits.DEFAULT, this::handle,
                (exchange, status, message) -> refuse(exchange, new BadRequest(status, message)));
    }

    /**
     * Starts serving.
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
     * Returns the address for clients.
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
                refuse(exchange, wrong);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } catch (UncheckedIOException goneAway) {
                LOGGER.debug("A client disconnected before its answer was complete", goneAway);
            }
        }
    }

    private void route(HttpExchange exchange) throws IOException, BadRequest, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        switch (path) {
            case "/v1/chat/completions" -> answer(exchange, ChatProtocol.read(posted(exchange)));
            case "/v1/responses" -> answer(exchange, ResponsesProtocol.read(posted(exchange)));
            case "/v1/messages" -> answer(exchange, MessagesProtocol.read(posted(exchange)));
            case "/v1/messages/count_tokens" -> count(exchange, MessagesProtocol.readCount(posted(exchange)));
            case "/api/chat" -> answer(exchange, OllamaProtocol.chat(posted(exchange)));
            case "/api/generate" -> answer(exchange, OllamaProtocol.generate(posted(exchange)));
            case "/api/show" -> show(exchange, posted(exchange));
            case "/api/tags" -> shown(exchange, models.tags());
            case "/api/version" -> shown(exchange, Json.object().put("version", version()));
            case MODELS -> shown(exchange, models.list());
            case "/health" -> shown(exchange, Json.object().put("status", "ok"));
            default -> {
                if (!path.startsWith(MODELS + "/")) {
                    throw new BadRequest(NOT_FOUND, "There is no " + path);
                }
                models.require(path.substring(MODELS.length() + 1));
                shown(exchange, models.entry());
            }
        }
    }

    /** Returns the version that the build wrote into the jar; clients of Ollama ask for one. */
    private static String version() {
        return Optional.ofNullable(ChatServer.class.getPackage().getImplementationVersion()).orElse("0.0.0-unpackaged");
    }

    private static void shown(HttpExchange exchange, ObjectNode json) throws IOException, BadRequest {
        if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
            throw new BadRequest(METHOD_NOT_ALLOWED, "Send a GET request");
        }
        answer(exchange, OK, json);
    }

    private static Fields posted(HttpExchange exchange) throws IOException, BadRequest {
        if (!exchange.getRequestMethod().equals("POST")) {
            throw new BadRequest(METHOD_NOT_ALLOWED, "Send a POST request");
        }
        requireJson(exchange);
        return Fields.of(body(exchange));
    }

    private void show(HttpExchange exchange, Fields body) throws IOException, BadRequest {
        models.require(body.requiredText("model"));
        body.acceptOnly("verbose", false);
        body.end();
        answer(exchange, OK, models.show());
    }

    /**
     * Counts a prompt's tokens by asking for one token, because only the model's client knows the prompt's final
     * form.
     */
    private void count(HttpExchange exchange, ServedRequest asked)
            throws IOException, BadRequest, InterruptedException {
        long tokens = draw(asked, 0, new AnswerSink(asked.likeliest(), (text, weighed) -> {})).usage().input()
                .orElseThrow(() -> new BadRequest(FAILED, "The client of this model counts no tokens"));
        answer(exchange, OK, Json.object().put("input_tokens", tokens));
    }

    private void answer(HttpExchange exchange, ServedRequest asked)
            throws IOException, BadRequest, InterruptedException {
        if (asked.stream()) {
            stream(exchange, asked);
        } else {
            List<Answer> answers = new ArrayList<>();
            for (int index = 0; index < asked.answers(); index++) {
                answers.add(draw(asked, index, new AnswerSink(asked.likeliest(), (text, tokens) -> {})));
            }
            answer(exchange, OK, asked.writer().whole(answers));
        }
    }

    private void stream(HttpExchange exchange, ServedRequest asked)
            throws IOException, BadRequest, InterruptedException {
        AnswerWriter writer = asked.writer();
        try (EventOutput out = new EventOutput(exchange, writer.streamType())) {
            try {
                List<Answer> answers = new ArrayList<>();
                for (int index = 0; index < asked.answers(); index++) {
                    StreamedAnswer streamed = new StreamedAnswer(writer, out, index, asked.likeliest());
                    answers.add(streamed.end(draw(asked, index, streamed.sink())));
                }
                writer.finish(out, answers);
            } catch (BadRequest failure) {
                if (!out.isStarted()) {
                    throw failure;
                }
                writer.failed(out, failure);
            }
        }
    }

    private Answer draw(ServedRequest asked, int index, AnswerSink sink) throws BadRequest, InterruptedException {
        models.require(asked.model());
        if (sink.wantsTokens() && models.info().endpoint().isPresent()) {
            throw AnswerSink.noProbabilities();
        }
        try {
            return sink.answer(client.infer(ofAnswer(asked.inference(), index), sink));
        } catch (InferenceException failure) {
            boolean isOwnFault = failure.kind() == FailureKind.CLIENT_ERROR;
            throw new BadRequest(failure.httpStatus().orElse(isOwnFault ? BadRequest.STATUS : FAILED),
                    String.valueOf(failure.getMessage()));
        }
    }

    /**
     * Returns the request for one of several answers, each with a seed of its own: with one seed they would all be
     * the same.
     */
    private static InferenceRequest ofAnswer(InferenceRequest request, int index) {
        GenerationOptions options = request.options();
        return index == 0 || options.seed().isEmpty()
                ? request
                : new InferenceRequest(request.messages(), options.withSeed(options.seed().getAsLong() + index));
    }

    /** Rejects forms and plain text, which a web page can send without the browser asking the server first. */
    private static void requireJson(HttpExchange exchange) throws BadRequest {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw new BadRequest(UNSUPPORTED_TYPE, "Send JSON, with the header Content-Type: application/json");
        }
    }

    private static byte[] body(HttpExchange exchange) throws IOException, BadRequest {
        try (InputStream input = exchange.getRequestBody()) {
            byte[] body = input.readNBytes(MAX_BODY_BYTES + 1);
            if (body.length > MAX_BODY_BYTES) {
                throw new BadRequest(TOO_LARGE, "The body is larger than " + MAX_BODY_BYTES + " bytes");
            }
            return body;
        }
    }

    private static void refuse(HttpExchange exchange, BadRequest refused) throws IOException {
        answer(exchange, refused.status(), form(exchange).body(refused));
    }

    /**
     * Returns the error format. OpenAI's clients and Anthropic's ask for models at the same path; only the latter
     * name a version of their API.
     */
    private static ErrorForm form(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        if (path.startsWith("/api/")) {
            return ErrorForm.OLLAMA;
        }
        return path.startsWith("/v1/messages") || exchange.getRequestHeaders().containsKey("anthropic-version")
                ? ErrorForm.ANTHROPIC
                : ErrorForm.OPENAI;
    }

    private static void answer(HttpExchange exchange, int status, JsonNode json) throws IOException {
        GuardedServer.answer(exchange, status, "application/json", Json.writeBytes(json));
    }

    /** Stops serving. Requests in flight are aborted. */
    @Override
    public void close() {
        server.close();
    }
}
