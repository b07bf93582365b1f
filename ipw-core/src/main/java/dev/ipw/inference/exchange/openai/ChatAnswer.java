package dev.ipw.inference.exchange.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.FailureKind;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

import static dev.ipw.inference.exchange.AnswerFields.text;

/**
 * An answer, assembled from the chunks of a stream, or from one whole completion, with a report of each chunk to the
 * sink. Only the first choice counts.
 */
public final class ChatAnswer implements AnswerReader {
    /** The times of Groq, among its counts. */
    private static final Set<String> TIMES = Set.of("queue_time", "prompt_time", "completion_time", "total_time");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final AnswerText answer;
    private final ServerFigureReader figures = new ServerFigureReader();
    private boolean started;
    private @Nullable String finishReason;
    private final ReportedUsage usage = new ReportedUsage(figures);
    private @Nullable JsonNode timedCounts;
    private @Nullable JsonNode timings;
    private OptionalLong queueNanos = OptionalLong.empty();

    /**
     * Creates an empty answer.
     *
     * @param sink receives the chunks
     */
    public ChatAnswer(ResponseSink sink) {
        answer = new AnswerText(sink);
    }

    /**
     * Reads the times of Text Generation Inference, in milliseconds in several headers; a single such header may be
     * anything.
     */
    @Override
    public void head(Map<String, String> headers) {
        String queue = headers.getOrDefault("x-queue-time", "");
        if (queue.matches("\\d{1,9}") && headers.containsKey("x-inference-time")) {
            queueNanos = OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(queue)));
        }
    }

    @Override
    public void leaveOutText() {
        answer.leaveOut();
    }

    @Override
    public boolean piece(JsonNode chunk, long nanos) throws InferenceException {
        JsonNode choice = firstChoice(chunk);
        JsonNode delta = choice.path("delta");
        boolean tokens = tokens(choice, delta, nanos);
        if (tokens) {
            // llama.cpp counts tokens among its times, if timings_per_token requests them.
            answer.counted(either(figures.count(chunk.path("usage").path("completion_tokens")),
                    figures.count(chunk.path("timings").path("predicted_n"))));
        }
        if (marks(chunk, choice)) {
            answer.mark(ChunkKind.USAGE, nanos);
        } else if (!tokens) {
            answer.mark(delta.hasNonNull("role") ? ChunkKind.ROLE : ChunkKind.PING, nanos);
        }
        return false;
    }

    @Override
    public void whole(JsonNode completion, long nanos) throws InferenceException {
        JsonNode choice = firstChoice(completion);
        tokens(choice, choice.path("message"), nanos);
        if (marks(completion, choice)) {
            answer.mark(ChunkKind.USAGE, nanos);
        }
    }

    private JsonNode firstChoice(JsonNode message) {
        answer.servedBy(text(message, "model"));
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
        boolean thinks = answer.reasoning(thought.isEmpty() ? text(delta, "reasoning") : thought, nanos);
        boolean answers = content(delta.path("content"), nanos);
        boolean refuses = answer.answer(text(delta, "refusal"), nanos);
        // Completions without chat have their text in the choice itself.
        boolean completes = answer.answer(text(choice, "text"), nanos);
        int position = 0;
        for (JsonNode call : delta.path("tool_calls")) {
            // If servers omit the index, the calls of one chunk or answer are in order.
            String key = call.path("index").isIntegralNumber() ? call.path("index").asText() : "at " + position;
            answer.toolCall(key, text(call, "id"), text(call.path("function"), "name"),
                    arguments(call.path("function").path("arguments")), nanos);
            position++;
        }
        return thinks || answers || refuses || completes || position > 0;
    }

    /** Reads arguments. Some servers send an object where OpenAI sends its text. */
    private static String arguments(JsonNode arguments) {
        return arguments.isObject() ? Json.write(arguments) : arguments.isTextual() ? arguments.textValue() : "";
    }

    /** Reads content as text, or as a list of parts. */
    private boolean content(JsonNode content, long nanos) throws InferenceException {
        if (content.isMissingNode() || content.isNull()) {
            return false;
        }
        if (content.isTextual()) {
            return answer.answer(content.textValue(), nanos);
        }
        if (!content.isArray()) {
            throw unreadable("neither text nor a list of parts");
        }
        boolean tokens = false;
        boolean readable = content.isEmpty();
        for (JsonNode part : content) {
            for (JsonNode thought : part.path("thinking")) {
                tokens |= answer.reasoning(text(thought, "text"), nanos);
            }
            tokens |= answer.answer(part.isTextual() ? part.textValue() : text(part, "text"), nanos);
            tokens |= answer.answer(text(part, "refusal"), nanos);
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

    /** Keeps counts and the end marker. Returns true if there were any. */
    private boolean marks(JsonNode message, JsonNode choice) {
        boolean found = false;
        String reason = text(choice, "finish_reason");
        if (!reason.isEmpty()) {
            finishReason = reason;
            found = true;
        }
        // Groq's streams have the counts in a field of their own.
        found |= report(message.path("x_groq").path("usage"));
        found |= report(message.path("usage"));
        if (message.path("timings").isObject()) {
            timings = message.path("timings");
            found = true;
        }
        return found;
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
    public InferenceResponse response() {
        return answer.response(usage(), Optional.ofNullable(finishReason), serverTimings());
    }

    @Override
    public String endMark() {
        return "finish_reason and [DONE]";
    }

    @Override
    public String lackOfStream() {
        return "no event had a choice with a delta or text";
    }

    @Override
    public String lackOfWhole() {
        return "no choices with a message or text";
    }

    private boolean report(JsonNode reported) {
        if (!reported.isObject()) {
            return false;
        }
        if (TIMES.stream().anyMatch(reported::has)) {
            timedCounts = reported;
        }
        usage.report(Count.INPUT, figures.count(reported.path("prompt_tokens")));
        usage.report(Count.OUTPUT, figures.count(reported.path("completion_tokens")));
        usage.report(Count.TOTAL, figures.count(reported.path("total_tokens")));
        usage.report(Count.CACHED_INPUT, figures.count(reported.path("prompt_tokens_details").path("cached_tokens")));
        usage.report(Count.CACHE_WRITTEN,
                figures.count(reported.path("prompt_tokens_details").path("cache_write_tokens")));
        usage.report(Count.REASONING,
                either(figures.count(reported.path("completion_tokens_details").path("reasoning_tokens")),
                        figures.count(reported.path("reasoning_tokens"))));
        return true;
    }

    @Override
    public TokenUsage usage() {
        // llama.cpp reports the tokens from its cache beside its times.
        if (timings != null && usage.tokens(Count.CACHED_INPUT).isEmpty()) {
            usage.report(Count.CACHED_INPUT, figures.count(timings.path("cache_n")));
        }
        return usage.usage();
    }

    private ServerTimings serverTimings() {
        JsonNode counted = timedCounts == null ? Json.object() : timedCounts;
        JsonNode measured = timings == null ? Json.object() : timings;
        // Groq reports its times in seconds among its counts, llama.cpp in milliseconds separate from them.
        return figures
                .noted(new ServerTimings(
                        either(queueNanos, figures.nanos(counted.path("queue_time"), NANOS_PER_SECOND)),
                        OptionalLong.empty(),
                        either(figures.nanos(measured.path("prompt_ms"), NANOS_PER_MILLI),
                                figures.nanos(counted.path("prompt_time"), NANOS_PER_SECOND)),
                        either(figures.nanos(measured.path("predicted_ms"), NANOS_PER_MILLI),
                                figures.nanos(counted.path("completion_time"), NANOS_PER_SECOND)),
                        figures.nanos(counted.path("total_time"), NANOS_PER_SECOND)));
    }

    private static OptionalLong either(OptionalLong first, OptionalLong second) {
        return first.isPresent() ? first : second;
    }
}
