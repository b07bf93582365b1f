package dev.ipw.query;

import dev.ipw.inference.FailureKind;
import java.util.Objects;

/**
 * Hold the failure of a request.
 *
 * @param kind    the kind of failure
 * @param message what the server said or what was expected, without secrets
 */
public record RequestFailure(FailureKind kind, String message) {
    /** Refuses nulls. */
    public RequestFailure {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }
}
