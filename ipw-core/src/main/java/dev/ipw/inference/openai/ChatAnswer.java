package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Put an answer together from the chunks of a stream, or from one whole completion, and tell the sink what each carries.
 * Only the first choice counts.
 */
final class ChatAnswer {
    private final ResponseSink sink;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private boolean anyChoice;
    private @Nullable String finishReason;
    private @Nullable JsonNode usage;
    private @Nullable JsonNode timings;

    ChatAnswer(ResponseSink sink) {
        this.sink = sink;
    }

    /** Take a chunk of a stream. */
    void chunk(JsonNode chunk, long nanos) {
        JsonNode choice = firstChoice(chunk);
        JsonNode delta = choice.path("delta");
        boolean tokens = tokens(delta, nanos);
        if (marks(chunk, choice)) {
            sink.chunk(ChunkKind.USAGE, "", nanos);
        } else if (!tokens) {
            sink.chunk(delta.hasNonNull("role") ? ChunkKind.ROLE : ChunkKind.PING, "", nanos);
        }
    }

    /** Take a completion that came in one piece. */
    void completion(JsonNode completion, long nanos) {
        JsonNode choice = firstChoice(completion);
        tokens(choice.path("message"), nanos);
        if (marks(completion, choice)) {
            sink.chunk(ChunkKind.USAGE, "", nanos);
        }
    }

    private JsonNode firstChoice(JsonNode message) {
        for (JsonNode choice : message.path("choices")) {
            if (choice.path("index").asInt(0) == 0) {
                anyChoice = true;
                return choice;
            }
        }
        return Json.object();
    }

    private boolean tokens(JsonNode delta, long nanos) {
        String thought = text(delta, "reasoning_content");
        // Servers that rename the field send both for a while, with the same text.
        boolean thinks = piece(ChunkKind.REASONING, thought.isEmpty() ? text(delta, "reasoning") : thought, nanos);
        boolean answers = piece(ChunkKind.ANSWER, text(delta, "content"), nanos);
        boolean refuses = piece(ChunkKind.ANSWER, text(delta, "refusal"), nanos);
        boolean calls = false;
        for (JsonNode call : delta.path("tool_calls")) {
            sink.chunk(ChunkKind.TOOL_CALL, text(call.path("function"), "arguments"), nanos);
            calls = true;
        }
        return thinks || answers || refuses || calls;
    }

    private boolean piece(ChunkKind kind, String piece, long nanos) {
        if (piece.isEmpty()) {
            return false;
        }
        (kind == ChunkKind.REASONING ? reasoning : text).append(piece);
        sink.chunk(kind, piece, nanos);
        return true;
    }

    /** Keep counts and the end marker. True if there were any. */
    private boolean marks(JsonNode message, JsonNode choice) {
        boolean found = false;
        String reason = text(choice, "finish_reason");
        if (!reason.isEmpty()) {
            finishReason = reason;
            found = true;
        }
        if (message.path("usage").isObject()) {
            usage = message.path("usage");
            found = true;
        }
        if (message.path("timings").isObject()) {
            timings = message.path("timings");
            found = true;
        }
        return found;
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isTextual() ? value.textValue() : "";
    }

    /** Tell whether the server said anything for the first choice. */
    boolean started() {
        return anyChoice;
    }

    /** Tell whether the server said that generation ended. */
    boolean finished() {
        return finishReason != null;
    }

    /** Give what has come. */
    InferenceResponse response() {
        return new InferenceResponse(text.toString(),
                reasoning.isEmpty() ? Optional.empty() : Optional.of(reasoning.toString()), tokenUsage(),
                Optional.ofNullable(finishReason), serverTimings(), OptionalDouble.empty());
    }

    private TokenUsage tokenUsage() {
        if (usage == null) {
            return TokenUsage.absent();
        }
        OptionalLong input = count(usage.path("prompt_tokens"));
        OptionalLong output = count(usage.path("completion_tokens"));
        OptionalLong total = count(usage.path("total_tokens"));
        if (input.isEmpty() && output.isEmpty() && total.isEmpty()) {
            return TokenUsage.absent();
        }
        return new TokenUsage(input, output, total, count(usage.path("prompt_tokens_details").path("cached_tokens")),
                count(usage.path("completion_tokens_details").path("reasoning_tokens")), TokenUsage.Source.SERVER);
    }

    private ServerTimings serverTimings() {
        if (timings == null) {
            return ServerTimings.unknown();
        }
        return new ServerTimings(OptionalLong.empty(), duration(timings.path("prompt_ms")),
                duration(timings.path("predicted_ms")));
    }

    private static OptionalLong count(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0
                ? OptionalLong.of(node.longValue())
                : OptionalLong.empty();
    }

    /** Read milliseconds; a server that sends zero does not know. */
    private static OptionalLong duration(JsonNode millis) {
        double value = millis.asDouble(0);
        return value > 0 ? OptionalLong.of(Math.round(value * 1e6)) : OptionalLong.empty();
    }
}
