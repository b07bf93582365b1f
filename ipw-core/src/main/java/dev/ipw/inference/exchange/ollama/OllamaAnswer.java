package dev.ipw.inference.exchange.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.inference.exchange.AnswerText;
import dev.ipw.inference.exchange.ReportedUsage;
import dev.ipw.inference.exchange.ReportedUsage.Count;
import dev.ipw.inference.exchange.ServerFigureReader;
import dev.ipw.internal.json.Json;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

import static dev.ipw.inference.exchange.AnswerFields.onlyText;
import static dev.ipw.inference.exchange.AnswerFields.text;

/**
 * An answer, assembled from Ollama's records. The last one has {@code done}, counts and durations; Ollama omits a count
 * of zero.
 */
public final class OllamaAnswer implements AnswerReader {
    private final Form form;
    private final AnswerText answer;
    private final ServerFigureReader figures = new ServerFigureReader();
    private boolean started;
    private @Nullable JsonNode last;

    /** The form of the records of one API. */
    public enum Form {
        /** Of {@code /api/chat}. */
        CHAT,
        /** Of {@code /api/generate}. */
        GENERATE;

        /** Returns the node with the text, reasoning and tool calls of a record. */
        private JsonNode content(JsonNode record) {
            return this == CHAT ? record.path("message") : record;
        }

        /** Returns the name of the field of the visible text. */
        private String textField() {
            return this == CHAT ? "content" : "response";
        }
    }

    /**
     * Creates an empty answer.
     *
     * @param form the form of its records
     * @param sink receives the chunks
     */
    public OllamaAnswer(Form form, ResponseSink sink) {
        this.form = form;
        answer = new AnswerText(sink);
    }

    @Override
    public void leaveOutText() {
        answer.leaveOut();
    }

    @Override
    public boolean piece(JsonNode piece, long nanos) throws InferenceException {
        boolean tokens = tokens(piece, nanos);
        if (piece.path("done").asBoolean(false)) {
            last = piece;
            answer.mark(ChunkKind.USAGE, nanos);
            return true;
        }
        if (!tokens) {
            answer.mark(form.content(piece).hasNonNull("role") ? ChunkKind.ROLE : ChunkKind.PING, nanos);
        }
        return false;
    }

    @Override
    public void whole(JsonNode whole, long nanos) throws InferenceException {
        tokens(whole, nanos);
        last = whole;
        answer.mark(ChunkKind.USAGE, nanos);
    }

    private boolean tokens(JsonNode piece, long nanos) throws InferenceException {
        answer.servedBy(text(piece, "model"));
        JsonNode content = form.content(piece);
        String words = onlyText(content, form.textField(), "answer");
        boolean thinks = answer.reasoning(text(content, "thinking"), nanos);
        boolean answers = answer.answer(words, nanos);
        boolean calls = false;
        for (JsonNode call : content.path("tool_calls")) {
            JsonNode function = call.path("function");
            JsonNode arguments = function.path("arguments");
            answer.wholeToolCall(text(call, "id"), text(function, "name"),
                    arguments.isContainerNode() ? Json.write(arguments) : arguments.asText(), nanos);
            calls = true;
        }
        // Older versions omit an empty response.
        boolean empty = form == Form.GENERATE && piece.path("done").isBoolean();
        started |= content.path(form.textField()).isTextual() || thinks || calls || empty;
        return thinks || answers || calls;
    }

    @Override
    public boolean started() {
        return started;
    }

    @Override
    public boolean finished() {
        return last != null;
    }

    @Override
    public InferenceResponse response() {
        JsonNode record = record();
        String reason = text(record, "done_reason");
        return answer.response(usage(), reason.isEmpty() ? Optional.empty() : Optional.of(reason),
                timings(record));
    }

    private JsonNode record() {
        return last == null ? Json.object() : last;
    }

    @Override
    public TokenUsage usage() {
        JsonNode record = record();
        ReportedUsage usage = new ReportedUsage(figures);
        usage.report(Count.INPUT, figures.count(record.path("prompt_eval_count")));
        usage.report(Count.OUTPUT, figures.count(record.path("eval_count")));
        usage.addUp();
        return usage.usage();
    }

    private ServerTimings timings(JsonNode record) {
        return figures.noted(new ServerTimings(OptionalLong.empty(), figures.nanos(record.path("load_duration"), 1),
                figures.nanos(record.path("prompt_eval_duration"), 1), figures.nanos(record.path("eval_duration"), 1),
                figures.nanos(record.path("total_duration"), 1)));
    }

    @Override
    public String endMark() {
        return "a record that says done";
    }

    @Override
    public String lackOfStream() {
        return "no record had a " + lack();
    }

    @Override
    public String lackOfWhole() {
        return "no " + lack();
    }

    private String lack() {
        return form == Form.CHAT ? "message with content" : "response";
    }
}
