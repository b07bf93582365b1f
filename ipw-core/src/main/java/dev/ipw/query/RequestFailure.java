package dev.ipw.query;

import dev.ipw.inference.FailureKind;
import java.util.Objects;

/**
 * Say how a request failed.
 *
 * @param kind    the kind of failure
 * @param message what the server said or what was expected, without secrets
 */
public record RequestFailure(FailureKind kind, String message) {
    /** Refuse nulls. */
    public RequestFailure {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }
}
