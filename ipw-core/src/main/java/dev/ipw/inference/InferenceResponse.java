package dev.ipw.inference;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold a model's whole answer.
 *
 * @param text                    the visible answer
 * @param reasoning               the reasoning that the server showed apart, if any
 * @param usage                   token counts
 * @param finishReason            why generation ended, in the server's word
 * @param serverTimings           what the server reports about its own time
 * @param floatingPointOperations the work of this request, where the client can compute it
 */
public record InferenceResponse(String text, Optional<String> reasoning, TokenUsage usage,
        Optional<String> finishReason, ServerTimings serverTimings, OptionalDouble floatingPointOperations) {

    /** Refuse nulls, and work that is no finite number. */
    public InferenceResponse {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(reasoning, "reasoning");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(finishReason, "finishReason");
        Objects.requireNonNull(serverTimings, "serverTimings");
        if (!Double.isFinite(floatingPointOperations.orElse(0))) {
            throw new IllegalArgumentException("floatingPointOperations must be finite; leave it empty if unknown");
        }
    }

    /**
     * Hold an answer of which only text and token counts are known.
     *
     * @param text  the visible answer
     * @param usage token counts
     * @return the response
     */
    public static InferenceResponse of(String text, TokenUsage usage) {
        return new InferenceResponse(text, Optional.empty(), usage, Optional.empty(), ServerTimings.unknown(),
                OptionalDouble.empty());
    }
}
