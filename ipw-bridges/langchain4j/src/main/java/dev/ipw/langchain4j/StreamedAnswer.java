package dev.ipw.langchain4j;

import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A stream's answer, whose pieces are reported as they arrive, and whose end can be awaited. */
final class StreamedAnswer implements StreamingChatResponseHandler {
    private final CompletableFuture<ChatResponse> whole = new CompletableFuture<>();
    private final ResponseSink sink;
    private boolean hasToolChunks;
    private volatile boolean isGivenUp;
    private volatile @Nullable StreamingHandle handle;

    StreamedAnswer(ResponseSink sink) {
        this.sink = sink;
    }

    /** Waits for the end; an interrupt cancels the stream. */
    ChatResponse await() throws InferenceException, InterruptedException {
        try {
            return whole.get();
        } catch (ExecutionException failed) {
            throw Failures.of(failed.getCause() == null ? failed : failed.getCause());
        } catch (InterruptedException interrupted) {
            isGivenUp = true;
            cancel(handle);
            throw interrupted;
        }
    }

    private void keep(StreamingHandle known) {
        handle = known;
        if (isGivenUp) {
            cancel(known);
        }
    }

    private static void cancel(@Nullable StreamingHandle stream) {
        if (stream != null) {
            Contained.run(stream::cancel);
        }
    }

    @Override
    public void onPartialResponse(String text) {
        sink.chunk(ChunkKind.ANSWER, text, System.nanoTime());
    }

    @Override
    public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
        onPartialResponse(part.text());
        keep(context.streamingHandle());
    }

    @Override
    public void onPartialThinking(PartialThinking part) {
        sink.chunk(ChunkKind.REASONING, part.text(), System.nanoTime());
    }

    @Override
    public void onPartialThinking(PartialThinking part, PartialThinkingContext context) {
        onPartialThinking(part);
        keep(context.streamingHandle());
    }

    @Override
    public void onPartialToolCall(PartialToolCall part) {
        hasToolChunks = true;
        sink.chunk(ChunkKind.TOOL_CALL, part.partialArguments(), System.nanoTime());
    }

    @Override
    public void onPartialToolCall(PartialToolCall part, PartialToolCallContext context) {
        onPartialToolCall(part);
        keep(context.streamingHandle());
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall complete) {
        if (!hasToolChunks) {
            sink.chunk(ChunkKind.TOOL_CALL, complete.toolExecutionRequest().arguments(), System.nanoTime());
        }
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        whole.complete(response);
    }

    @Override
    public void onError(Throwable error) {
        whole.completeExceptionally(error);
    }
}
