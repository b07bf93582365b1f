package dev.ipw.inference.relay;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenUsage;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The outcome of a call.
 *
 * @param status  the HTTP status; empty if the server did not respond
 * @param answer  the complete answer; empty if it did not arrive, or could not be read
 * @param usage   the token counts that the server reported, also of an incomplete answer
 * @param failure why there is no complete answer; empty if there is
 */
public record CallOutcome(OptionalInt status, Optional<InferenceResponse> answer, TokenUsage usage,
        Optional<Failure> failure) {
    /**
     * The failure of a call.
     *
     * @param kind    its kind
     * @param message the reason, without secrets
     */
    public record Failure(FailureKind kind, String message) {}
}
