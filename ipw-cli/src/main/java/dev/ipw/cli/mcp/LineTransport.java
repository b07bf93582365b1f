package dev.ipw.cli.mcp;

import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.io.LineReader.LineTooLongException;
import dev.ipw.internal.json.Json;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Speak with an assistant line by line. The library's own transport forgets what it was asked when the input ends, and stops in silence at
 * a line that it does not understand.
 */
final class LineTransport implements McpServerTransportProvider, McpServerTransport {
    private static final Logger LOGGER = LoggerFactory.getLogger(LineTransport.class);
    private static final int MOST_LINE_BYTES = 4 << 20;
    /** Of the length of the longest line, each. */
    private static final int MOST_SKIPPED_PARTS = 64;
    private static final int PARSE_ERROR = -32_700;
    private static final long LONGEST_END_SECONDS = 3_600;

    private final McpJsonMapper json;
    private final PrintStream out;
    private final Phaser asked = new Phaser(1);
    private volatile @Nullable McpServerSession session;
    private volatile boolean isInitialized;

    LineTransport(McpJsonMapper json, PrintStream out) {
        this.json = json;
        this.out = out;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(this);
    }

    /** Take what an assistant says until it says no more. */
    void read(InputStream in) {
        try (LineReader lines = new LineReader(in, MOST_LINE_BYTES)) {
            boolean isMore = true;
            while (isMore && !out.checkError()) {
                isMore = takeNext(lines);
            }
        } catch (IOException broken) {
            LOGGER.warn("What the assistant says cannot be read any more", broken);
            refuse(String.valueOf(broken.getMessage()));
        }
    }

    /** Take a line, or refuse one that cannot be read; return false at the end. */
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
            refuse("This line is longer than " + (MOST_LINE_BYTES >> 20) + " MiB");
            return skipRest(lines);
        }
        line.filter(text -> !text.isBlank()).ifPresent(this::take);
        return line.isPresent();
    }

    /** Pass over what is left of a line that is too long: the reader goes on where it stopped. */
    private static boolean skipRest(LineReader lines) throws IOException {
        for (int part = 0; part < MOST_SKIPPED_PARTS; part++) {
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
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(json, line);
        } catch (IOException | IllegalArgumentException garbage) {
            LOGGER.warn("The assistant sent a line that is no message of MCP", garbage);
            refuse("This line is no message of JSON-RPC");
            return;
        }
        isInitialized |= message instanceof JSONRPCNotification notice
                && notice.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
        asked.register();
        Objects.requireNonNull(session).handle(message).doFinally(end -> asked.arriveAndDeregister()).subscribe(
                done -> {}, failed -> LOGGER.warn("A message of the assistant could not be answered", failed));
    }

    /** Wait until all is answered that was asked. */
    void awaitAnswers() throws InterruptedException {
        if (!isInitialized) {
            // What comes too early waits for the assistant to say hello, which it no longer can.
            return;
        }
        try {
            asked.awaitAdvanceInterruptibly(asked.arrive(), LONGEST_END_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException endless) {
            LOGGER.warn("What the assistant asked for is not waited for any longer", endless);
        }
    }

    private void refuse(String reason) {
        write("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":"
                + Json.write(Json.object().put("code", PARSE_ERROR).put("message", reason)) + "}");
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
                write(json.writeValueAsString(message));
            } catch (IOException notWritable) {
                throw new IllegalStateException("An answer cannot be written as JSON", notWritable);
            }
        });
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
