package dev.ipw.inference.exchange;

import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.ConnectionTimes;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenCounter;
import dev.ipw.inference.TokenUsage;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Count the tokens of an answer that its server did not count, and pass on meanwhile what happens. */
final class CountedAnswer implements ResponseSink {
    private final ResponseSink sink;
    private @Nullable String text;

    CountedAnswer(ResponseSink sink) {
        this.sink = sink;
    }

    @Override
    public void retried(long nanos) {
        sink.retried(nanos);
    }

    @Override
    public void connected(ConnectionTimes times) {
        sink.connected(times);
    }

    @Override
    public void sent(long nanos) {
        sink.sent(nanos);
    }

    @Override
    public void firstByte(long nanos) {
        sink.firstByte(nanos);
    }

    @Override
    public void chunk(ChunkKind kind, String piece, long nanos) {
        if (text == null && kind.carriesTokens()) {
            text = piece;
        }
        sink.chunk(kind, piece, nanos);
    }

    @Override
    public void ended(long nanos) {
        sink.ended(nanos);
    }

    /** Complete an answer whose server counted nothing. */
    InferenceResponse counted(InferenceResponse response, InferenceRequest request, TokenCounter counter) {
        if (response.usage().source() != TokenUsage.Source.ABSENT) {
            return response;
        }
        // The template that the server puts around the messages is not counted, since nobody knows it.
        long input = request.messages().stream().map(Message::content).mapToLong(counter::count).sum();
        long output = counter.count(response.text()) + (long) counter.count(response.reasoning().orElse(""));
        TokenUsage usage = new TokenUsage(OptionalLong.of(input), OptionalLong.of(output),
                OptionalLong.of(input + output), OptionalLong.empty(), OptionalLong.empty(),
                TokenUsage.Source.TOKENIZER);
        OptionalLong first = text == null ? OptionalLong.empty() : OptionalLong.of(counter.count(text));
        return new InferenceResponse(response.text(), response.reasoning(),
                usage.withStreamed(usage.output(), first).withFlags(response.usage().flags()),
                response.finishReason(), response.serverTimings(), response.floatingPointOperations(),
                response.servedModel());
    }
}
