package dev.ipw.langchain4j;

import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A measured wrapper of a streaming model, whose listeners receive neither the first token nor the cancellation of a
 * call.
 */
final class EnergyStreamingChatModel implements StreamingChatModel {
    private final StreamingChatModel model;
    private final CallSpans calls;
    private final Object key;

    EnergyStreamingChatModel(StreamingChatModel model, CallSpans calls, Object key) {
        this.model = model;
        this.calls = calls;
        this.key = key;
    }

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        Map<Object, Object> attributes = new HashMap<>(options == null ? Map.of() : options.listenerAttributes());
        Contained.run(() -> attributes.computeIfAbsent(key,
                unused -> calls.begin(request, model.defaultRequestParameters())));
        if (!(attributes.get(key) instanceof OpenSpan call)) {
            model.chat(request, options, handler);
            return;
        }
        try {
            model.chat(request, ChatRequestOptions.builder().listenerAttributes(attributes).build(),
                    new EnergyStreamHandler(handler, calls, call));
        } catch (RuntimeException | Error notBegun) {
            Contained.run(() -> calls.end(call));
            throw notBegun;
        }
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }
}
