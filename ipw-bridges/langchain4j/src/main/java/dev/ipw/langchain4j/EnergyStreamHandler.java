package dev.ipw.langchain4j;

import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;

/** A handler that passes the events of one stream on and updates the span of its call. */
final class EnergyStreamHandler implements StreamingChatResponseHandler {
    private final StreamingChatResponseHandler handler;
    private final CallSpans calls;
    private final OpenSpan call;

    EnergyStreamHandler(StreamingChatResponseHandler handler, CallSpans calls, OpenSpan call) {
        this.handler = handler;
        this.calls = calls;
        this.call = call;
    }

    @Override
    public void onPartialResponse(String text) {
        call.span().firstToken();
        handler.onPartialResponse(text);
    }

    @Override
    public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
        call.span().firstToken();
        handler.onPartialResponse(part, new PartialResponseContext(closing(context.streamingHandle())));
    }

    @Override
    public void onPartialThinking(PartialThinking part) {
        call.span().firstToken();
        handler.onPartialThinking(part);
    }

    @Override
    public void onPartialThinking(PartialThinking part, PartialThinkingContext context) {
        call.span().firstToken();
        handler.onPartialThinking(part, new PartialThinkingContext(closing(context.streamingHandle())));
    }

    @Override
    public void onPartialToolCall(PartialToolCall part) {
        call.span().firstToken();
        handler.onPartialToolCall(part);
    }

    @Override
    public void onPartialToolCall(PartialToolCall part, PartialToolCallContext context) {
        call.span().firstToken();
        handler.onPartialToolCall(part, new PartialToolCallContext(closing(context.streamingHandle())));
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall complete) {
        call.span().firstToken();
        handler.onCompleteToolCall(complete);
    }

    @Override
    public void onUnmappedRawEvent(Object event) {
        handler.onUnmappedRawEvent(event);
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        Contained.run(() -> calls.end(call, response));
        handler.onCompleteResponse(response);
    }

    @Override
    public void onError(Throwable error) {
        Contained.run(() -> calls.end(call));
        handler.onError(error);
    }

    /** Returns a handle that closes the span when it is cancelled: a cancelled stream reports no end. */
    private StreamingHandle closing(StreamingHandle handle) {
        return new StreamingHandle() {
            @Override
            public void cancel() {
                handle.cancel();
                Contained.run(() -> calls.cancel(call));
            }

            @Override
            public boolean isCancelled() {
                return handle.isCancelled();
            }
        };
    }
}
