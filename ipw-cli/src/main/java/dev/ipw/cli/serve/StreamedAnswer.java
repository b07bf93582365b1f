package dev.ipw.cli.serve;

import java.util.List;
import java.util.OptionalInt;

/** One answer of a stream, which begins with its first piece. */
final class StreamedAnswer {
    private final AnswerWriter writer;
    private final EventOutput out;
    private final int index;
    private final AnswerSink sink;
    private boolean begun;

    StreamedAnswer(AnswerWriter writer, EventOutput out, int index, OptionalInt likeliest) {
        this.writer = writer;
        this.out = out;
        this.index = index;
        sink = new AnswerSink(likeliest, this::piece);
    }

    /** Returns the sink for the client's output. */
    AnswerSink sink() {
        return sink;
    }

    private void piece(String text, List<WeighedToken> tokens) {
        begin();
        writer.piece(out, index, text, tokens);
    }

    private void begin() {
        if (!begun) {
            begun = true;
            writer.begin(out, index, sink.promptTokens());
        }
    }

    /** Ends the stream of the answer, which may have had no piece. */
    Answer end(Answer answer) {
        begin();
        writer.end(out, index, answer);
        return answer;
    }
}
