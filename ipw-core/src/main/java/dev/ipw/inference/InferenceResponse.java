package dev.ipw.inference;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * A model's whole answer.
 *
 * @param text                    the visible answer
 * @param reasoning               the reasoning that the server returned separately, if any
 * @param usage                   token counts
 * @param finishReason            why generation ended, in the server's word
 * @param serverTimings           the server's report about its own time
 * @param floatingPointOperations the work of this request, if the client can compute it
 * @param servedModel             the server's name of the model that answered; empty if it gives none
 * @param toolCalls               the tool calls of the model, in its order
 */
@API(status = API.Status.EXPERIMENTAL)
public record InferenceResponse(String text, Optional<String> reasoning, TokenUsage usage,
        Optional<String> finishReason, ServerTimings serverTimings, OptionalDouble floatingPointOperations,
        Optional<String> servedModel, List<ToolCall> toolCalls) {
    /** The maximum text that a run keeps of one answer, including its reasoning; a longer one is a failed request. */
    public static final int MAX_CHARACTERS = 4 << 20;

    /** Rejects nulls, and work that is no finite number; omits counts that contradict the text. */
    public InferenceResponse {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(reasoning, "reasoning");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(serverTimings, "serverTimings");
        Objects.requireNonNull(servedModel, "servedModel");
        toolCalls = List.copyOf(toolCalls);
        usage = usage.besideText(!text.isBlank() || reasoning.filter(thought -> !thought.isBlank()).isPresent()
                || !toolCalls.isEmpty());
        if (!Double.isFinite(floatingPointOperations.orElse(0))) {
            throw new IllegalArgumentException("floatingPointOperations must be finite; leave it empty if unknown");
        }
    }

    /**
     * Creates an answer whose server does not name the model.
     *
     * @param text                    the visible answer
     * @param reasoning               the reasoning that the server returned separately, if any
     * @param usage                   token counts
     * @param finishReason            why generation ended, in the server's word
     * @param serverTimings           the server's report about its own time
     * @param floatingPointOperations the work of this request, if the client can compute it
     */
    public InferenceResponse(String text, Optional<String> reasoning, TokenUsage usage,
            Optional<String> finishReason, ServerTimings serverTimings, OptionalDouble floatingPointOperations) {
        this(text, reasoning, usage, finishReason, serverTimings, floatingPointOperations, Optional.empty(),
                List.of());
    }

    /**
     * Creates an answer of which only text and token counts are known.
     *
     * @param text  the visible answer
     * @param usage token counts
     * @return the response
     */
    public static InferenceResponse of(String text, TokenUsage usage) {
        return new InferenceResponse(text, Optional.empty(), usage, Optional.empty(), ServerTimings.UNKNOWN,
                OptionalDouble.empty());
    }
}
