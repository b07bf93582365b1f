package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
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
    /** The most text of one answer, reasoning and tool calls included. */
    static final int MOST_CHARACTERS = 4 << 20;

    private final ResponseSink sink;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private boolean started;
    private int characters;
    private @Nullable String finishReason;
    private @Nullable JsonNode usage;
    private @Nullable JsonNode timings;

    ChatAnswer(ResponseSink sink) {
        this.sink = sink;
    }

    /** Take a chunk of a stream. */
    void chunk(JsonNode chunk, long nanos) throws InferenceException {
        JsonNode choice = firstChoice(chunk);
        JsonNode delta = choice.path("delta");
        boolean tokens = tokens(choice, delta, nanos);
        if (marks(chunk, choice)) {
            sink.chunk(ChunkKind.USAGE, "", nanos);
        } else if (!tokens) {
            sink.chunk(delta.hasNonNull("role") ? ChunkKind.ROLE : ChunkKind.PING, "", nanos);
        }
    }

    /** Take a completion that came in one piece. */
    void completion(JsonNode completion, long nanos) throws InferenceException {
        JsonNode choice = firstChoice(completion);
        tokens(choice, choice.path("message"), nanos);
        if (marks(completion, choice)) {
            sink.chunk(ChunkKind.USAGE, "", nanos);
        }
    }

    private JsonNode firstChoice(JsonNode message) {
        for (JsonNode choice : message.path("choices")) {
            if (choice.path("index").asInt(0) == 0) {
                started |= choice.path("delta").isObject() || choice.path("message").isObject()
                        || choice.path("text").isTextual();
                return choice;
            }
        }
        return Json.object();
    }

    private boolean tokens(JsonNode choice, JsonNode delta, long nanos) throws InferenceException {
        String thought = text(delta, "reasoning_content");
        // Servers that rename the field send both for a while, with the same text.
        boolean thinks = piece(ChunkKind.REASONING, thought.isEmpty() ? text(delta, "reasoning") : thought, nanos);
        boolean answers = content(delta.path("content"), nanos);
        boolean refuses = piece(ChunkKind.ANSWER, text(delta, "refusal"), nanos);
        // Completions that are no chat hold their text in the choice itself.
        boolean completes = piece(ChunkKind.ANSWER, text(choice, "text"), nanos);
        boolean calls = false;
        for (JsonNode call : delta.path("tool_calls")) {
            String arguments = text(call.path("function"), "arguments");
            requireRoom(arguments);
            sink.chunk(ChunkKind.TOOL_CALL, arguments, nanos);
            calls = true;
        }
        return thinks || answers || refuses || completes || calls;
    }

    /** Read content as text, or as a list of parts. */
    private boolean content(JsonNode content, long nanos) throws InferenceException {
        if (content.isMissingNode() || content.isNull()) {
            return false;
        }
        if (content.isTextual()) {
            return piece(ChunkKind.ANSWER, content.textValue(), nanos);
        }
        if (!content.isArray()) {
            throw unreadable("neither text nor a list of parts");
        }
        boolean tokens = false;
        boolean readable = content.isEmpty();
        for (JsonNode part : content) {
            for (JsonNode thought : part.path("thinking")) {
                tokens |= piece(ChunkKind.REASONING, text(thought, "text"), nanos);
            }
            tokens |= piece(ChunkKind.ANSWER, part.isTextual() ? part.textValue() : text(part, "text"), nanos);
            tokens |= piece(ChunkKind.ANSWER, text(part, "refusal"), nanos);
            readable |= part.isTextual() || part.path("text").isTextual() || part.path("refusal").isTextual()
                    || part.path("thinking").isArray();
        }
        if (!readable) {
            throw unreadable("a list in which no part is text");
        }
        return tokens;
    }

    private static InferenceException unreadable(String found) {
        return new InferenceException(FailureKind.MALFORMED, "The content of the server's answer is " + found
                + "; only text can be read, so ask for text, without a field that changes the form of the output");
    }

    private boolean piece(ChunkKind kind, String piece, long nanos) throws InferenceException {
        if (piece.isEmpty()) {
            return false;
        }
        requireRoom(piece);
        (kind == ChunkKind.REASONING ? reasoning : text).append(piece);
        sink.chunk(kind, piece, nanos);
        return true;
    }

    private void requireRoom(String piece) throws InferenceException {
        characters += piece.length();
        if (characters > MOST_CHARACTERS) {
            throw new InferenceException(FailureKind.TOO_LARGE, "The answer is longer than " + MOST_CHARACTERS
                    + " characters, the most that is kept; set max_tokens so that the model ends sooner");
        }
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

    /** Tell whether the server sent a first choice that can hold an answer. */
    boolean started() {
        return started;
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
        return new ServerTimings(OptionalLong.empty(), OptionalLong.empty(), duration(timings.path("prompt_ms")),
                duration(timings.path("predicted_ms")), OptionalLong.empty());
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
