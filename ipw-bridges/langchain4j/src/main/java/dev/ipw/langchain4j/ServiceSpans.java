package dev.ipw.langchain4j;

import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.ipw.telemetry.internal.spans.SpanTree;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.observability.api.event.AiServiceRequestIssuedEvent;
import dev.langchain4j.observability.api.event.AiServiceResponseReceivedEvent;
import dev.langchain4j.observability.api.listener.AiServiceCompletedListener;
import dev.langchain4j.observability.api.listener.AiServiceErrorListener;
import dev.langchain4j.observability.api.listener.AiServiceListener;
import dev.langchain4j.observability.api.listener.AiServiceRequestIssuedListener;
import dev.langchain4j.observability.api.listener.AiServiceResponseReceivedListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The spans of AI services: one for each invocation from its first model call to its end, and in it one for each
 * model call and for the tools that an answer calls. The start of an invocation opens no span, because a stream may
 * never be started.
 */
final class ServiceSpans {
    private final Map<UUID, Invocation> invocations = new ConcurrentHashMap<>();
    private final SpanTree tree;
    private final CallSpans calls;

    ServiceSpans(SpanTree tree, CallSpans calls) {
        this.tree = tree;
        this.calls = calls;
    }

    /** The open spans of an invocation, whose events arrive one after the other. */
    private static final class Invocation {
        private final OpenSpan service;
        private volatile @Nullable OpenSpan call;
        private volatile @Nullable OpenSpan tools;

        Invocation(OpenSpan service) {
            this.service = service;
        }
    }

    /** Returns the listeners to register, which never throw. */
    List<AiServiceListener<?>> listeners() {
        AiServiceRequestIssuedListener issued = event -> Contained.run(() -> issued(event));
        AiServiceResponseReceivedListener received = event -> Contained.run(() -> received(event));
        AiServiceCompletedListener completed = event -> Contained.run(() -> ended(event.invocationContext()));
        AiServiceErrorListener failed = event -> Contained.run(() -> ended(event.invocationContext()));
        return List.of(issued, received, completed, failed);
    }

    private void issued(AiServiceRequestIssuedEvent event) {
        invocations.values().removeIf(invocation -> !invocation.service.isOpen());
        Invocation invocation = invocations.computeIfAbsent(event.invocationContext().invocationId(),
                id -> new Invocation(tree.open(nameOf(event.invocationContext()), this, tree.current())));
        closeInner(invocation);
        invocation.call = calls.announce(event.request(), event.invocationContext().defaultRequestParameters(),
                invocation.service);
    }

    private void received(AiServiceResponseReceivedEvent event) {
        Invocation invocation = invocations.get(event.invocationContext().invocationId());
        if (invocation == null) {
            return;
        }
        OpenSpan call = invocation.call;
        if (call != null) {
            calls.end(call, event.response());
        }
        closeInner(invocation);
        AiMessage answer = event.response().aiMessage();
        if (answer.hasToolExecutionRequests() && invocation.service.isOpen()) {
            OpenSpan tools = tree.open(answer.toolExecutionRequests().stream().map(ToolExecutionRequest::name)
                    .collect(Collectors.joining(", ", "tools ", "")), this, Optional.of(invocation.service));
            tree.enter(tools);
            invocation.tools = tools;
        }
    }

    private void ended(InvocationContext context) {
        Invocation invocation = invocations.remove(context.invocationId());
        if (invocation != null) {
            closeInner(invocation);
            tree.end(invocation.service);
        }
    }

    /** Closes the call that failed, or the tools that have run. */
    private void closeInner(Invocation invocation) {
        OpenSpan call = invocation.call;
        if (call != null) {
            calls.end(call);
            invocation.call = null;
        }
        OpenSpan tools = invocation.tools;
        if (tools != null) {
            tree.end(tools);
            invocation.tools = null;
        }
    }

    private static String nameOf(InvocationContext context) {
        String type = context.interfaceName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + context.methodName();
    }
}
