package dev.ipw.agents.mcp;

import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.io.LineReader.LineTooLongException;
import dev.ipw.internal.secret.Redaction;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The transport of messages with a program, line by line. The library's own transport waits silently for a program
 * that has ended, passes the whole environment to it, and leaves its descendants running; this one reports at once
 * why there will be no answer.
 */
final class StdioTransport implements McpClientTransport {
    private static final Logger LOGGER = LoggerFactory.getLogger(StdioTransport.class);
    private static final int MAX_LINE_BYTES = 16 << 20;
    private static final int MAX_WAITING = 1_000;
    private static final int SHOWN_CHARACTERS = 200;
    /** The mark of the end; no message is empty. */
    private static final byte[] LAST = {};

    private final ServerEntry.Program entry;
    private final ServerProcess server;
    private final McpJsonMapper json;
    private final Consumer<String> ended;
    private final BlockingQueue<byte[]> outgoing = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean hasSpoken;

    /**
     * Creates the transport to a running program; {@code ended} receives the reason why there will be no more
     * messages.
     */
    StdioTransport(ServerEntry.Program entry, ServerProcess server, McpJsonMapper json, Consumer<String> ended) {
        this.entry = entry;
        this.server = server;
        this.json = json;
        this.ended = ended;
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        return Mono.fromRunnable(() -> {
            Thread.ofPlatform().daemon().name("ipw-mcp-in").start(() -> read(handler));
            Thread.ofPlatform().daemon().name("ipw-mcp-out").start(this::write);
        });
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            try {
                byte[] line = (json.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
                if (!outgoing.offer(line)) {
                    throw new IllegalStateException("it does not read what it is sent");
                }
            } catch (IOException notWritable) {
                throw new IllegalStateException("a message to it cannot be written as JSON", notWritable);
            }
        });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return json.convertValue(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(this::end);
    }

    /** Ends the program; a second caller need not wait. */
    void end() {
        if (!closed.getAndSet(true)) {
            boolean isQueued = outgoing.offer(LAST);
            if (isQueued) {
                server.end();
            } else {
                server.kill();
            }
        }
    }

    void remember() {
        server.remember();
    }

    private void read(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        String reason;
        try (LineReader lines = new LineReader(server.process().getInputStream(), MAX_LINE_BYTES)) {
            reason = readAll(lines, handler);
        } catch (LineTooLongException endless) {
            reason = "wrote a line of more than " + (MAX_LINE_BYTES >> 20) + " MiB";
        } catch (CharacterCodingException noText) {
            reason = "wrote a line that is no text in UTF-8";
        } catch (IOException broken) {
            reason = "cannot be read from: " + broken.getMessage();
        }
        if (!closed.getAndSet(true)) {
            boolean isQueued = outgoing.offer(LAST);
            LOGGER.debug("The MCP server {} is sent {}", entry.name(), isQueued ? "no more" : "what still waits");
            server.kill();
            ended.accept(reason);
        }
    }

    /** Reads until the end, or until an unreadable message, and returns the reason of the end. */
    private String readAll(LineReader lines, Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler)
            throws IOException {
        for (var line = lines.next(); line.isPresent(); line = lines.next()) {
            String text = line.get();
            if (text.isBlank()) {
                continue;
            }
            try {
                JSONRPCMessage message = McpSchema.deserializeJsonRpcMessage(json, text);
                hasSpoken = true;
                handler.apply(Mono.just(message)).subscribe(done -> {}, failed -> LOGGER
                        .warn("A message of the MCP server {} could not be taken", entry.name(), failed));
            } catch (IOException | IllegalArgumentException garbage) {
                String shown = Redaction.excerpt(text, false, SHOWN_CHARACTERS, entry.secrets());
                if (hasSpoken) {
                    return "wrote a line that is no message of MCP: " + shown;
                }
                // Many servers write a greeting for people who start them by hand.
                LOGGER.info("The MCP server {} wrote before its first message: {}", entry.name(), shown);
            }
        }
        return endOfProgram();
    }

    private String endOfProgram() {
        try {
            server.awaitLastWords();
            boolean left = server.process().waitFor(1, TimeUnit.SECONDS);
            return left ? "ended with exit code " + server.process().exitValue() : "closed its standard output";
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "ended";
        }
    }

    private void write() {
        try (OutputStream out = server.process().getOutputStream()) {
            for (byte[] line = outgoing.take(); line.length > 0; line = outgoing.take()) {
                out.write(line);
                out.flush();
            }
        } catch (IOException ended) {
            // The reader of its output reports the reason.
            LOGGER.debug("The MCP server {} reads no more", entry.name(), ended);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
