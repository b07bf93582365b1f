package dev.ipw.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.io.LineReader.LineTooLongException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The transport of messages with an assistant, line by line. Each request is answered once, and each invalid line is
 * rejected or logged. The library's own transport drops open requests when the input ends, and silently stops at a
 * line that it does not understand.
 */
final class LineTransport implements McpServerTransportProvider, McpServerTransport {
    private static final Logger LOGGER = LoggerFactory.getLogger(LineTransport.class);
    private static final int MAX_LINE_BYTES = 4 << 20;
    /** The maximum number of skipped parts, each of the maximum length of a line. */
    private static final int MAX_SKIPPED_PARTS = 64;
    private static final int MAX_IN_BATCH = 1_000;
    /** The maximum number of unanswered requests; further ones wait in the pipe. */
    private static final int MAX_UNANSWERED = 256;
    private static final int PARSE_ERROR = -32_700;
    private static final int INVALID_REQUEST = -32_600;
    private static final int INTERNAL_ERROR = -32_603;
    private static final long LONGEST_END_SECONDS = 3_600;
    private static final String NO_ID = "null";
    /** The protocol versions with batches; later ones have none. */
    private static final Set<String> WITH_BATCHES = Set.of("2024-11-05", "2025-03-26");

    private final McpJsonMapper json;
    private final PrintStream out;
    private final Phaser asked = new Phaser(1);
    private final Semaphore room = new Semaphore(MAX_UNANSWERED);
    private final Map<Object, Reply> unanswered = new ConcurrentHashMap<>();
    private volatile @Nullable McpServerSession session;
    /** The protocol's version, known after the handshake. */
    private volatile Optional<String> version = Optional.empty();
    private volatile boolean isInitialized;

    LineTransport(McpJsonMapper json, PrintStream out) {
        this.json = json;
        this.out = out;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(this);
    }

    /** Reads the messages of an assistant until the input ends. */
    void read(InputStream in) {
        try (LineReader lines = new LineReader(in, MAX_LINE_BYTES)) {
            boolean isMore = true;
            while (isMore && !out.checkError()) {
                isMore = takeNext(lines);
            }
        } catch (IOException broken) {
            LOGGER.warn("What the assistant says cannot be read any more", broken);
            refuse(String.valueOf(broken.getMessage()));
        }
    }

    /** Handles a line, or rejects one that cannot be read; returns false at the end. */
    private boolean takeNext(LineReader lines) throws IOException {
        Optional<String> line;
        try {
            line = lines.next();
        } catch (CharacterCodingException garbled) {
            LOGGER.warn("The assistant sent a line that is not UTF-8", garbled);
            refuse("This line is no text in UTF-8");
            return true;
        } catch (LineTooLongException endless) {
            LOGGER.warn("The assistant sent a line that is too long", endless);
            refuse("This line is longer than " + (MAX_LINE_BYTES >> 20) + " MiB");
            return skipRest(lines);
        }
        line.filter(text -> !text.isBlank()).ifPresent(this::take);
        return line.isPresent();
    }

    /** Skips the rest of a line that is too long: the reader continues where it stopped. */
    private static boolean skipRest(LineReader lines) throws IOException {
        for (int part = 0; part < MAX_SKIPPED_PARTS; part++) {
            try {
                return lines.next().isPresent();
            } catch (CharacterCodingException end) {
                return true;
            } catch (LineTooLongException more) {
                LOGGER.trace("The line goes on", more);
            }
        }
        throw new IOException("the line has no end");
    }

    private void take(String line) {
        JsonNode frame;
        try {
            frame = Json.parse(line);
        } catch (JsonSyntaxException garbage) {
            LOGGER.warn("The assistant sent a line that is no JSON", garbage);
            refuse("This line is no message of JSON-RPC");
            return;
        }
        if (frame.isArray()) {
            takeBatch(frame);
        } else {
            take(frame, this::write);
        }
    }

    private void takeBatch(JsonNode frames) {
        Optional<String> wrong = version.filter(WITH_BATCHES::contains).isEmpty()
                ? Optional.of("This version of the protocol has no batches: send one message a line")
                : frames.isEmpty() || frames.size() > MAX_IN_BATCH
                        ? Optional.of("A batch has 1 to " + MAX_IN_BATCH + " messages")
                        : Optional.empty();
        if (wrong.isPresent()) {
            LOGGER.warn("The assistant sent a batch: {}", wrong.get());
            write(error(NO_ID, INVALID_REQUEST, wrong.get()));
            return;
        }
        Batch batch = new Batch();
        frames.forEach(frame -> take(frame, batch));
        batch.end();
    }

    private void take(JsonNode frame, Reply reply) {
        JSONRPCMessage message;
        try {
            if (!frame.isObject()) {
                throw new IllegalArgumentException("A message of JSON-RPC is an object");
            }
            message = McpSchema.deserializeJsonRpcMessage(json, Json.write(frame));
        } catch (IOException | RuntimeException garbage) {
            LOGGER.warn("The assistant sent what is no message of MCP", garbage);
            reply.expect();
            reply.take(error(idOf(frame), INVALID_REQUEST, "This is no message of JSON-RPC"));
            return;
        }
        if (message instanceof JSONRPCRequest request) {
            ask(request, idOf(frame), reply);
        } else if (message instanceof JSONRPCNotification notice && !isInTurn(notice)) {
            LOGGER.warn("The assistant sent the notification {} at a time at which it means nothing", notice.method());
        } else {
            isInitialized |= message instanceof JSONRPCNotification;
            hand(message, false, () -> {});
        }
    }

    /** Returns whether a notification completes the handshake, or comes after it. */
    private boolean isInTurn(JSONRPCNotification notice) {
        return notice.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)
                ? version.isPresent() && !isInitialized
                : isInitialized;
    }

    private void ask(JSONRPCRequest request, String id, Reply reply) {
        reply.expect();
        boolean isHello = request.method().equals(McpSchema.METHOD_INITIALIZE);
        if (request.method().equals(McpSchema.METHOD_PING) && !isInitialized) {
            reply.take("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
        } else if (isHello == version.isPresent() || (!isHello && !isInitialized)) {
            // The library would let an early message wait, and after a second handshake forget the first.
            reply.take(error(id, INVALID_REQUEST, version.isPresent() && isHello
                    ? "The session is initialized already"
                    : "Send initialize and notifications/initialized first"));
        } else if (unanswered.putIfAbsent(request.id(), reply) != null) {
            reply.take(error(NO_ID, INVALID_REQUEST, "A request with this id is not answered yet"));
        } else {
            room.acquireUninterruptibly();
            hand(request, isHello, () -> {
                room.release();
                // Only this one: a request with the same id may have arrived since it was answered.
                if (unanswered.remove(request.id(), reply)) {
                    reply.take(error(id, INTERNAL_ERROR, "This request could not be answered"));
                }
            });
        }
    }

    /** Passes a message to the library; if the message is awaited, reading continues only after it is done. */
    private void hand(JSONRPCMessage message, boolean isAwaited, Runnable end) {
        AtomicBoolean hasEnded = new AtomicBoolean();
        Runnable once = () -> {
            if (!hasEnded.getAndSet(true)) {
                end.run();
                asked.arriveAndDeregister();
            }
        };
        asked.register();
        try {
            Mono<Void> handled = Objects.requireNonNull(session).handle(message).doFinally(any -> once.run());
            if (isAwaited) {
                handled.block();
            } else {
                handled.subscribe(done -> {},
                        failed -> LOGGER.warn("A message of the assistant could not be answered", failed));
            }
        } catch (RuntimeException broken) {
            LOGGER.error("A message of the assistant could not be answered", broken);
            once.run();
        }
    }

    /** Waits until all requests are answered, as long as the output accepts answers. */
    void awaitAnswers() throws InterruptedException {
        int phase = asked.arrive();
        for (int seconds = 0; seconds < LONGEST_END_SECONDS && !out.checkError(); seconds++) {
            try {
                asked.awaitAdvanceInterruptibly(phase, 1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException later) {
                LOGGER.trace("The assistant is still to be answered", later);
            }
        }
        LOGGER.warn("What the assistant asked for is not waited for any longer");
    }

    private static String idOf(JsonNode frame) {
        JsonNode id = frame.path("id");
        return id.isTextual() || id.isIntegralNumber() ? Json.write(id) : NO_ID;
    }

    private void refuse(String reason) {
        write(error(NO_ID, PARSE_ERROR, reason));
    }

    private static String error(String id, int code, String reason) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":"
                + Json.write(Json.object().put("code", code).put("message", reason)) + "}";
    }

    /** The receiver of the answer to a message. */
    @FunctionalInterface
    private interface Reply {
        /** Records that an answer is expected. */
        default void expect() {}

        void take(String answer);
    }

    /** The answers to a batch, which are sent together. */
    private final class Batch implements Reply {
        private final List<String> answers = new ArrayList<>();
        /** Starts at one for the batch itself while it is read. */
        private int awaited = 1;

        @Override
        public synchronized void expect() {
            awaited++;
        }

        @Override
        public synchronized void take(String answer) {
            answers.add(answer);
            end();
        }

        synchronized void end() {
            awaited--;
            if (awaited == 0 && !answers.isEmpty()) {
                write("[" + String.join(",", answers) + "]");
            }
        }
    }

    private synchronized void write(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            try {
                send(message, json.writeValueAsString(message));
            } catch (IOException notWritable) {
                throw new IllegalStateException("An answer cannot be written as JSON", notWritable);
            }
        });
    }

    private void send(JSONRPCMessage message, String text) {
        if (!(message instanceof JSONRPCResponse answer)) {
            write(text);
            return;
        }
        if (answer.result() instanceof InitializeResult greeting) {
            version = Optional.of(greeting.protocolVersion());
        }
        Optional.ofNullable(answer.id()).map(unanswered::remove).ifPresentOrElse(reply -> reply.take(text),
                () -> LOGGER.warn("A second answer to the request {} is not sent", answer.id()));
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return json.convertValue(data, type);
    }

    @Override
    public Mono<Void> notifyClients(String method, Object parameters) {
        return Objects.requireNonNull(session).sendNotification(method, parameters);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {}

    @Override
    public List<String> protocolVersions() {
        return McpServerTransportProvider.super.protocolVersions();
    }
}
