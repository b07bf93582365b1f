package dev.ipw.agents.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A wrapper that records facts which the library does not report of a transport: the id of a sent call, so that it
 * can be cancelled; errors outside of calls; and whether the server sends messages without end.
 */
final class WatchedTransport implements McpClientTransport {
    /** The key in a call's context for the receiver of the request's id. */
    static final String CALL_ID = "dev.ipw.agents.mcp.call";
    private static final String CANCELLED = "notifications/cancelled";
    private static final int MAX_UNASKED = 10_000;

    private final McpClientTransport transport;
    private final Consumer<String> ended;
    private final Consumer<Throwable> problem;
    private final AtomicInteger unasked = new AtomicInteger();

    /**
     * Wraps a transport; {@code ended} receives the reason why the server's messages are ignored from now on,
     * {@code problem} receives other errors.
     */
    WatchedTransport(McpClientTransport transport, Consumer<String> ended, Consumer<Throwable> problem) {
        this.transport = transport;
        this.ended = ended;
        this.problem = problem;
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        return transport.connect(message -> handler.apply(message.doOnNext(this::count)));
    }

    private void count(JSONRPCMessage message) {
        if (message instanceof JSONRPCResponse) {
            unasked.set(0);
        } else if (unasked.incrementAndGet() == MAX_UNASKED) {
            ended.accept("sent " + MAX_UNASKED + " messages that nobody asked for");
        }
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.deferContextual(context -> {
            if (message instanceof JSONRPCRequest request && context.hasKey(CALL_ID)) {
                AtomicReference<Object> id = context.get(CALL_ID);
                id.set(request.id());
            }
            return transport.sendMessage(message);
        });
    }

    /** Notifies the server that a call is cancelled. */
    Mono<Void> cancel(Object id, String reason) {
        return transport.sendMessage(new McpSchema.JSONRPCNotification(CANCELLED,
                Map.of("requestId", id, "reason", reason)));
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> handler) {
        transport.setExceptionHandler(failure -> {
            problem.accept(failure);
            handler.accept(failure);
        });
    }

    @Override
    public Mono<Void> closeGracefully() {
        return transport.closeGracefully();
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return transport.unmarshalFrom(data, type);
    }

    @Override
    public List<String> protocolVersions() {
        return transport.protocolVersions();
    }
}
