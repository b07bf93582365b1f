package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.inference.exchange.AnswerText;
import dev.ipw.inference.exchange.ServerFigureReader;
import dev.ipw.internal.json.Json;
import java.util.Optional;
import java.util.OptionalLong;

import static dev.ipw.inference.exchange.AnswerFields.text;

/** Assemble an answer of Google's generateContent, of which each piece of a stream is a response of its own. */
final class GenerateContentAnswer implements AnswerReader {
    private final AnswerText answer;
    private final ServerFigureReader figures = new ServerFigureReader();
    private OptionalLong input = OptionalLong.empty();
    private OptionalLong candidates = OptionalLong.empty();
    private OptionalLong thoughts = OptionalLong.empty();
    private OptionalLong cached = OptionalLong.empty();
    private Optional<String> finishReason = Optional.empty();
    private boolean started;

    GenerateContentAnswer(ResponseSink sink) {
        answer = new AnswerText(sink);
    }

    /** Counts may follow the finish reason: the end of the stream is the end. */
    @Override
    public boolean piece(JsonNode piece, long nanos) throws InferenceException {
        whole(piece, nanos);
        return false;
    }

    @Override
    public void whole(JsonNode response, long nanos) throws InferenceException {
        JsonNode candidate = response.path("candidates").path(0);
        started |= response.path("candidates").isArray() || response.has("promptFeedback");
        answer.servedBy(text(response, "modelVersion"));
        boolean tokens = false;
        for (JsonNode part : candidate.path("content").path("parts")) {
            tokens |= part(part, nanos);
        }
        Optional.of(text(candidate, "finishReason")).filter(reason -> !reason.isEmpty())
                .or(() -> Optional.of(text(response.path("promptFeedback"), "blockReason"))
                        .filter(reason -> !reason.isEmpty()))
                .ifPresent(reason -> finishReason = Optional.of(reason));
        usage(response.path("usageMetadata"));
        if (!tokens) {
            answer.mark(response.has("usageMetadata") ? ChunkKind.USAGE : ChunkKind.PING, nanos);
        }
    }

    private boolean part(JsonNode part, long nanos) throws InferenceException {
        JsonNode call = part.path("functionCall");
        if (call.isObject()) {
            answer.wholeToolCall(text(call, "id"), text(call, "name"), Json.write(call.path("args")), nanos);
            return true;
        }
        if (part.path("thought").asBoolean(false)) {
            answer.shortensReasoning();
            return answer.reasoning(text(part, "text"), nanos);
        }
        return answer.answer(text(part, "text"), nanos);
    }

    /** Each piece has the counts so far. */
    private void usage(JsonNode usage) {
        input = latest(input, usage, "promptTokenCount");
        candidates = latest(candidates, usage, "candidatesTokenCount");
        thoughts = latest(thoughts, usage, "thoughtsTokenCount");
        cached = latest(cached, usage, "cachedContentTokenCount");
    }

    private OptionalLong latest(OptionalLong before, JsonNode usage, String name) {
        OptionalLong now = figures.count(usage.path(name));
        return now.orElse(0) > 0 ? now : before;
    }

    /** Thoughts are counted beside the candidates, and are generated as these are. */
    private TokenUsage tokenUsage() {
        OptionalLong output = candidates.isPresent() || thoughts.isPresent()
                ? OptionalLong.of(candidates.orElse(0) + thoughts.orElse(0))
                : OptionalLong.empty();
        OptionalLong total = input.isPresent() && output.isPresent()
                ? OptionalLong.of(input.getAsLong() + output.getAsLong())
                : OptionalLong.empty();
        return figures.noted(input.isEmpty() && output.isEmpty()
                ? TokenUsage.absent()
                : new TokenUsage(input, output, total, cached, thoughts, TokenUsage.Source.SERVER));
    }

    @Override
    public boolean started() {
        return started;
    }

    @Override
    public boolean finished() {
        return finishReason.isPresent();
    }

    @Override
    public InferenceResponse response() {
        return answer.response(tokenUsage(), finishReason, ServerTimings.UNKNOWN);
    }

    @Override
    public String endMark() {
        return "finishReason";
    }

    @Override
    public String lackOfStream() {
        return "no event had candidates";
    }

    @Override
    public String lackOfWhole() {
        return "no list of candidates";
    }
}
