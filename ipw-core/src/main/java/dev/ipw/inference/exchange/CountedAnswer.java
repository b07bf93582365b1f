package dev.ipw.inference.exchange;

import dev.ipw.inference.ContentPart;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenCounter;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A count of the tokens of an answer that its server did not count; it passes the events on meanwhile. */
final class CountedAnswer extends ForwardingSink {
    private @Nullable String text;

    CountedAnswer(ResponseSink sink) {
        super(sink);
    }

    @Override
    public void chunk(ChunkKind kind, String piece, long nanos) {
        if (text == null && kind.carriesTokens()) {
            text = piece;
        }
        super.chunk(kind, piece, nanos);
    }

    /** Completes an answer whose server counted nothing. */
    InferenceResponse counted(InferenceResponse response, InferenceRequest request, TokenCounter counter) {
        if (response.usage().source() != TokenUsage.Source.ABSENT) {
            return response;
        }
        OptionalLong input = input(request, counter);
        long output = counter.count(response.text()) + (long) counter.count(response.reasoning().orElse(""))
                + calls(response.toolCalls(), counter);
        TokenUsage usage = new TokenUsage(input, OptionalLong.of(output),
                input.isEmpty() ? input : OptionalLong.of(input.getAsLong() + output), OptionalLong.empty(),
                OptionalLong.empty(), TokenUsage.Source.TOKENIZER);
        // The first chunk of a tool call has its name, which is not in the chunk's text.
        TokenUsage streamed = text == null || text.isEmpty()
                ? usage.withStreamed(output)
                : usage.withStreamed(output, counter.count(text));
        return new InferenceResponse(response.text(), response.reasoning(),
                streamed.withFlags(response.usage().flags()),
                response.finishReason(), response.serverTimings(), response.floatingPointOperations(),
                response.servedModel(), response.toolCalls());
    }

    /** Counts the request, without the template that the server adds; images cannot be counted here. */
    private static OptionalLong input(InferenceRequest request, TokenCounter counter) {
        long tokens = 0;
        for (Message message : request.messages()) {
            for (ContentPart part : message.parts()) {
                switch (part) {
                    case ContentPart.Text text -> tokens += counter.count(text.text());
                    case ContentPart.ToolResult result -> tokens += counter.count(result.content());
                    case ContentPart.Image image -> {
                        return OptionalLong.empty();
                    }
                }
            }
            tokens += calls(message.toolCalls(), counter);
        }
        for (ToolDefinition tool : request.tools()) {
            tokens += (long) counter.count(tool.name()) + counter.count(tool.description())
                    + counter.count(tool.parameters());
        }
        return OptionalLong.of(tokens);
    }

    private static long calls(List<ToolCall> calls, TokenCounter counter) {
        return calls.stream().mapToLong(call -> (long) counter.count(call.name()) + counter.count(call.arguments()))
                .sum();
    }
}
