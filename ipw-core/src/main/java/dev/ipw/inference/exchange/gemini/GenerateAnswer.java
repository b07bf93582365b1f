package dev.ipw.inference.exchange.gemini;

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
import dev.ipw.inference.exchange.SignedReasoning;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

import static dev.ipw.inference.exchange.AnswerFields.onlyText;
import static dev.ipw.inference.exchange.AnswerFields.text;

/**
 * An answer, assembled from the pieces of a Gemini stream, each of which has the form of a whole answer. Only the first
 * candidate counts. The counts arrive with each piece and grow; the last ones are final.
 */
public final class GenerateAnswer implements AnswerReader {
    private final AnswerText answer;
    private final ServerFigureReader figures = new ServerFigureReader();
    private final ReportedUsage usage = new ReportedUsage(figures);
    private final SignedReasoning reasoning;
    /** One for each call; missing if the server signed none. */
    private final List<JsonNode> signatures = new ArrayList<>();
    private boolean started;
    private @Nullable String finishReason;

    /**
     * Creates an empty answer.
     *
     * @param sink      receives the chunks
     * @param reasoning keeps the signed parts
     */
    public GenerateAnswer(ResponseSink sink, SignedReasoning reasoning) {
        answer = new AnswerText(sink);
        this.reasoning = reasoning;
    }

    /** Returns the error. A prompt that is not answered at all has no candidate. */
    @Override
    public Optional<String> failure(JsonNode message) {
        String reason = text(message.path("promptFeedback"), "blockReason");
        String words = text(message.path("promptFeedback"), "blockReasonMessage");
        boolean blocked = !reason.isEmpty() && message.path("candidates").isEmpty();
        return blocked
                ? Optional.of("the prompt was blocked: " + reason + (words.isEmpty() ? "" : " (" + words + ")"))
                : Optional.empty();
    }

    @Override
    public void leaveOutText() {
        answer.leaveOut();
    }

    @Override
    public boolean piece(JsonNode piece, long nanos) throws InferenceException {
        if (take(piece, nanos)) {
            JsonNode counts = piece.path("usageMetadata");
            // Thoughts alone are no tokens that arrived.
            answer.counted(figures.count(counts.path("candidatesTokenCount")).isPresent()
                    ? output(counts)
                    : OptionalLong.empty());
        }
        return false;
    }

    @Override
    public void whole(JsonNode whole, long nanos) throws InferenceException {
        take(whole, nanos);
    }

    /** Takes a piece; returns true if it has tokens. */
    private boolean take(JsonNode piece, long nanos) throws InferenceException {
        answer.servedBy(text(piece, "modelVersion"));
        JsonNode candidate = candidate(piece);
        boolean tokens = false;
        for (JsonNode part : candidate.path("content").path("parts")) {
            tokens |= part(part, nanos);
        }
        report(piece.path("usageMetadata"));
        String reason = text(candidate, "finishReason");
        if (!reason.isEmpty()) {
            finishReason = reason;
            answer.mark(ChunkKind.USAGE, nanos);
        } else if (!tokens) {
            answer.mark(ChunkKind.PING, nanos);
        }
        return tokens;
    }

    private JsonNode candidate(JsonNode piece) {
        for (JsonNode candidate : piece.path("candidates")) {
            if (candidate.path("index").asInt(0) == 0) {
                started = true;
                return candidate;
            }
        }
        return Json.object();
    }

    private boolean part(JsonNode part, long nanos) throws InferenceException {
        String words = onlyText(part, "text", "answer");
        if (part.path("thought").asBoolean(false)) {
            // The thoughts that arrive are a summary.
            answer.shortensReasoning();
            return answer.reasoning(words, nanos);
        }
        if (part.path("functionCall").isObject()) {
            JsonNode call = part.path("functionCall");
            JsonNode arguments = call.path("args");
            answer.wholeToolCall(text(call, "id"), text(call, "name"),
                    arguments.isObject() ? Json.write(arguments) : "", nanos);
            if (answer.isKept()) {
                signatures.add(part.path("thoughtSignature"));
            }
            return true;
        }
        if (part.path("executableCode").isObject()) {
            answer.toolCall(text(part.path("executableCode"), "code"), nanos);
            return true;
        }
        return answer.answer(words, nanos);
    }

    @Override
    public boolean started() {
        return started;
    }

    @Override
    public boolean finished() {
        return finishReason != null;
    }

    @Override
    public TokenUsage usage() {
        return usage.usage();
    }

    @Override
    public InferenceResponse response() {
        InferenceResponse response = answer.response(usage.usage(), Optional.ofNullable(finishReason),
                ServerTimings.UNKNOWN);
        for (int i = 0; i < signatures.size(); i++) {
            if (signatures.get(i).isTextual()) {
                reasoning.keep(response.toolCalls().get(i).id(), signatures.get(i));
            }
        }
        return response;
    }

    private void report(JsonNode counts) {
        usage.report(Count.INPUT, sum(figures.count(counts.path("promptTokenCount")),
                figures.count(counts.path("toolUsePromptTokenCount"))));
        usage.report(Count.OUTPUT, output(counts));
        usage.report(Count.TOTAL, figures.count(counts.path("totalTokenCount")));
        usage.report(Count.CACHED_INPUT, figures.count(counts.path("cachedContentTokenCount")));
        usage.report(Count.REASONING, figures.count(counts.path("thoughtsTokenCount")));
    }

    /** Returns the output, which includes the thoughts. */
    private OptionalLong output(JsonNode counts) {
        return sum(figures.count(counts.path("candidatesTokenCount")),
                figures.count(counts.path("thoughtsTokenCount")));
    }

    private static OptionalLong sum(OptionalLong first, OptionalLong second) {
        return first.isEmpty() ? second : OptionalLong.of(first.getAsLong() + second.orElse(0));
    }

    @Override
    public String endMark() {
        return "finishReason";
    }

    @Override
    public String lackOfStream() {
        return "no event had a candidate";
    }

    @Override
    public String lackOfWhole() {
        return "no candidates";
    }
}
