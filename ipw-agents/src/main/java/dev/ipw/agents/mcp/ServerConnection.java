package dev.ipw.agents.mcp;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.version.LibraryVersions;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** The connection to one server, within limits of time and size. Errors contain the server's name and no secrets. */
final class ServerConnection implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(ServerConnection.class);
    /**
     * The maximum size of a response: the Java runtime copies a line again with each part that arrives, so a longer
     * one would cost seconds.
     */
    private static final int MAX_RESPONSE_BYTES = 2 << 20;
    private static final int MAX_TOOLS = 1_000;
    private static final int MAX_CAUSES = 20;
    private static final int SHOWN_CHARACTERS = 500;
    private static final Duration PROBE = Duration.ofSeconds(5);
    /** The margin by which the library's limits exceed this class's own ones, whose messages are more precise. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private final ServerEntry entry;
    private final Duration longestStart;
    private final Duration longestCall;
    private final CompletableFuture<Object> ended = new CompletableFuture<>();
    private final AtomicReference<@Nullable Throwable> lastProblem = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean probing = new AtomicBoolean();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean isOpen;
    private final Optional<ServerProcess> process;
    private final Optional<StdioTransport> stdio;
    private final WatchedTransport transport;
    private final McpAsyncClient client;

    private ServerConnection(ServerEntry entry, ToolContext context, Duration longestStart, Duration longestCall) {
        this.entry = entry;
        this.longestStart = longestStart;
        this.longestCall = longestCall;
        McpJsonMapper json = new JacksonMcpJsonMapper(new JsonMapper());
        McpClientTransport own;
        switch (entry) {
            case ServerEntry.Program program -> {
                ServerProcess started = ServerProcess.start(program, context);
                process = Optional.of(started);
                StdioTransport lines = new StdioTransport(program, started, json, this::end);
                stdio = Optional.of(lines);
                own = lines;
            }
            case ServerEntry.Address address -> {
                process = Optional.empty();
                stdio = Optional.empty();
                own = http(address, longestStart, json);
            }
        }
        transport = new WatchedTransport(own, this::end, this::problem);
        Duration most = longestCall.compareTo(longestStart) > 0 ? longestCall : longestStart;
        client = McpClient.async(transport).requestTimeout(most.plus(MARGIN))
                .initializationTimeout(longestStart.plus(MARGIN))
                .clientInfo(McpSchema.Implementation.builder("ipw", LibraryVersions.current().getOrDefault("ipw", ""))
                        .build())
                .jsonSchemaValidator(new DefaultJsonSchemaValidator()).build();
    }

    private static McpClientTransport http(ServerEntry.Address address, Duration longestStart, McpJsonMapper json) {
        URI uri = address.uri();
        HttpClientStreamableHttpTransport.Builder builder = HttpClientStreamableHttpTransport
                .builder(uri.getScheme() + "://" + uri.getRawAuthority())
                .endpoint(uri.toString()).jsonMapper(json).connectTimeout(longestStart).resumableStreams(false)
                .maxResponseSize(MAX_RESPONSE_BYTES);
        return builder.httpRequestCustomizer(
                (request, method, endpoint, body, context) -> address.headers().forEach(request::setHeader)).build();
    }

    /**
     * Connects to a server.
     *
     * @throws ConfigurationException if it cannot be started or does not answer
     */
    static ServerConnection open(ServerEntry entry, ToolContext context, Duration longestStart, Duration longestCall) {
        ServerConnection connection = new ServerConnection(entry, context, longestStart, longestCall);
        try {
            connection.await(connection.client.initialize(), longestStart, "initialize");
            connection.stdio.ifPresent(StdioTransport::remember);
            connection.isOpen = true;
            return connection;
        } catch (ServerFailure failed) {
            connection.close();
            throw connection.wrong(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            connection.close();
            throw new ConfigurationException("The MCP server '" + entry.name() + "' was not waited for", stopped);
        }
    }

    /**
     * Lists all tools, over all pages.
     *
     * @throws ConfigurationException if the server does not answer or has none
     */
    List<Tool> tools() {
        List<Tool> tools = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        String cursor = null;
        try {
            do {
                ListToolsResult page = await(client.listTools(cursor), longestStart, "tools/list");
                tools.addAll(page.tools());
                cursor = page.nextCursor();
                if (tools.size() > MAX_TOOLS || (cursor != null && !cursors.add(cursor))) {
                    throw new ServerFailure("lists tools without end", null);
                }
            } while (cursor != null && !cursor.isEmpty());
        } catch (ServerFailure failed) {
            throw wrong(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ConfigurationException("The MCP server '" + entry.name() + "' was not waited for", stopped);
        }
        if (tools.isEmpty()) {
            throw new ConfigurationException("The MCP server '" + entry.name() + "' has no tools. Leave it out");
        }
        return tools;
    }

    /** Calls a tool; an interrupt cancels the call. */
    CallToolResult call(String tool, Map<String, Object> arguments) throws ToolException, InterruptedException {
        try {
            return await(client.callTool(new CallToolRequest(tool, arguments, null)), longestCall, "call");
        } catch (ServerFailure failed) {
            throw new ToolException("The MCP server '" + entry.name() + "' " + told(failed), failed);
        }
    }

    /** Returns the name of the server in its configuration. */
    String name() {
        return entry.name();
    }

    /** Removes from a text the secrets that only the server may know. */
    String withoutSecrets(String text) {
        String clean = text;
        for (KnownSecret secret : entry.secrets()) {
            clean = secret.redact(clean, false);
        }
        return clean;
    }

    private <T> T await(Mono<T> asked, Duration longest, String what) throws ServerFailure, InterruptedException {
        if (ended.isDone()) {
            // A server whose answers are ignored must not receive calls.
            throw failure(ended.exceptionNow(), what);
        }
        AtomicReference<@Nullable Object> id = new AtomicReference<>();
        CompletableFuture<T> answer = asked.contextWrite(context -> context.put(WatchedTransport.CALL_ID, id))
                .toFuture();
        waiting.incrementAndGet();
        try {
            CompletableFuture.anyOf(answer, ended).get(longest.toNanos(), TimeUnit.NANOSECONDS);
            // If the server had ended instead, that error would have been thrown already.
            return answer.join();
        } catch (ExecutionException failed) {
            cancel(answer, id.get(), "it failed");
            throw failure(failed.getCause() == null ? failed : failed.getCause(), what);
        } catch (TimeoutException tooLong) {
            cancel(answer, id.get(), "it took longer than " + text(longest));
            throw new ServerFailure("did not answer within " + text(longest) + problemText(), tooLong);
        } catch (InterruptedException stopped) {
            cancel(answer, id.get(), "the task was ended");
            throw stopped;
        } finally {
            waiting.decrementAndGet();
            LOGGER.debug("The MCP server {} was asked: {}", entry.name(), what);
        }
    }

    private void cancel(CompletableFuture<?> answer, @Nullable Object id, String reason) {
        boolean isOpenStill = answer.cancel(true);
        if (isOpenStill && id != null && !ended.isDone()) {
            transport.cancel(id, reason).subscribe(done -> {}, failed -> LOGGER
                    .debug("The MCP server {} could not be told of a cancelled call", entry.name(), failed));
        }
    }

    private static ServerFailure failure(Throwable cause, String what) {
        return switch (cause) {
            case ServerFailure known -> known;
            case McpError refused -> new ServerFailure("refused: " + refused.getMessage(), refused);
            default -> new ServerFailure(otherForm(cause)
                    .map(place -> "answered " + what + " in another form than the protocol's" + place)
                    .orElseGet(() -> "failed: " + root(cause)), cause);
        };
    }

    /** Says where an answer has another form than the protocol's; the words of the library are about its own types. */
    private static Optional<String> otherForm(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; depth < MAX_CAUSES && cause != null; depth++) {
            if (cause instanceof JsonMappingException wrong) {
                String place = wrong.getPath().stream()
                        .map(part -> part.getFieldName() == null
                                ? "[" + part.getIndex() + "]"
                                : "." + part.getFieldName())
                        .collect(Collectors.joining());
                return Optional.of(place.isEmpty() ? "" : ", at " + place.replaceFirst("^\\.", ""));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    /** Returns the message of the original failure; the library wraps it in exceptions of its own. */
    private static String root(Throwable failure) {
        String told = FailureText.of(failure);
        Throwable cause = failure;
        for (int depth = 0; depth < MAX_CAUSES && cause != null; depth++) {
            if (cause instanceof ConnectException) {
                return "no connection can be made to its address";
            }
            told = cause.getMessage() == null ? told : FailureText.of(cause);
            cause = cause.getCause();
        }
        return told;
    }

    private String problemText() {
        Throwable last = lastProblem.get();
        return last == null ? "" : "; before that: " + root(last);
    }

    /**
     * Handles an error of the transport. If a stream broke, it is unknown whose answer it carried: a ping shows
     * whether the server still answers.
     */
    private void problem(Throwable failure) {
        lastProblem.set(failure);
        if (failure.getCause() instanceof JacksonException) {
            end("sent what is no message of MCP: " + root(failure));
        } else if (isOpen && waiting.get() > 0 && !ended.isDone() && !probing.getAndSet(true)) {
            client.ping().timeout(PROBE).subscribe(alive -> probing.set(false),
                    gone -> end("does not answer: " + root(failure)));
        }
    }

    private void end(String reason) {
        String words = process.map(ServerProcess::lastWords).filter(text -> !text.isEmpty())
                .map(text -> "; it last wrote: " + text).orElse("");
        boolean isNew = ended.completeExceptionally(new ServerFailure(reason + words, null));
        if (isNew && !closed.get()) {
            LOGGER.warn("The MCP server {} {}", entry.name(), withoutSecrets(reason + words));
            Thread.ofPlatform().daemon().name("ipw-mcp-end").start(() -> stdio.ifPresent(StdioTransport::end));
        }
    }

    private ConfigurationException wrong(ServerFailure failed) {
        return new ConfigurationException("The MCP server '" + entry.name() + "' " + told(failed)
                + ". Check how the configuration file describes it", failed);
    }

    private String told(ServerFailure failed) {
        return Redaction.excerpt(String.valueOf(failed.getMessage()), false, 2 * SHOWN_CHARACTERS, entry.secrets());
    }

    private static String text(Duration time) {
        return time.toMillis() / 1_000.0 + " s";
    }

    /** Ends the server's program with all its processes, or the session of a server that already ran. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        stdio.ifPresent(StdioTransport::end);
        try {
            client.closeGracefully().block(PROBE);
        } catch (RuntimeException late) {
            LOGGER.debug("The session of the MCP server {} was not closed in time", entry.name(), late);
        }
    }

    /** The reason why a server gives no answer; the message continues after the server's name. */
    private static final class ServerFailure extends Exception {
        private static final long serialVersionUID = 1;

        ServerFailure(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
