package dev.ipw.langchain4j;

import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.ipw.telemetry.internal.spans.SpanTree;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The spans of model calls, one for each call, opened by its first reporter: an AI service, a wrapped model, or a
 * model's listener.
 */
final class CallSpans {
    @SuppressWarnings("ThreadLocalUsage") // One for each session, of which an application has one.
    private final ThreadLocal<Announced> announced = new ThreadLocal<>();
    private final SpanTree tree;

    CallSpans(SpanTree tree) {
        this.tree = tree;
    }

    /** A call that this thread is about to make; its last message identifies it. */
    private record Announced(OpenSpan call, ChatMessage last) {}

    /** Opens the span of the call that this thread will make next, within the work that requests it. */
    OpenSpan announce(ChatRequest request, @Nullable ChatRequestParameters defaults, OpenSpan within) {
        OpenSpan call = tree.open(nameOf(request, defaults), this, Optional.of(within));
        announced.set(new Announced(call, lastOf(request)));
        return call;
    }

    /** Returns the span of a call: the one that was announced, or a new one. */
    @SuppressWarnings("ReferenceEquality")
    OpenSpan begin(ChatRequest request, @Nullable ChatRequestParameters defaults) {
        Announced expected = announced.get();
        if (expected != null) {
            announced.remove();
            // The same object, not an equal one: two calls may send the same.
            if (expected.last() == lastOf(request) && expected.call().isOpen()) {
                return expected.call();
            }
        }
        return tree.open(nameOf(request, defaults), this, tree.current());
    }

    /** Closes the span of a call that was answered. */
    void end(OpenSpan call, ChatResponse response) {
        TokenUsage usage = response.tokenUsage();
        if (usage != null) {
            call.tokens(usage.inputTokenCount(), usage.outputTokenCount());
        }
        tree.end(call);
    }

    /** Closes the span of a call that failed. */
    void end(OpenSpan call) {
        tree.end(call);
    }

    /**
     * Closes the span of a call whose stream was cancelled, and of the AI service that waits for it: no event reports
     * its end.
     */
    void cancel(OpenSpan call) {
        tree.close(call);
        OpenSpan asking = call.parent();
        if (asking != null && asking.work() instanceof ServiceSpans) {
            tree.close(asking);
        }
    }

    private static String nameOf(ChatRequest request, @Nullable ChatRequestParameters defaults) {
        String model = request.modelName();
        if (model == null && defaults != null) {
            model = defaults.modelName();
        }
        return model == null ? "chat" : "chat " + model;
    }

    private static ChatMessage lastOf(ChatRequest request) {
        List<ChatMessage> messages = request.messages();
        return messages.get(messages.size() - 1);
    }
}
