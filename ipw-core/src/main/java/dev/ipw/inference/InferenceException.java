package dev.ipw.inference;

import java.io.Serial;
import java.util.Objects;

/** Report that one request failed. A run records it and goes on. */
public final class InferenceException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    /**
     * Create a failure.
     *
     * @param kind    how it failed
     * @param message what the server said or what was expected, without secrets
     */
    public InferenceException(FailureKind kind, String message) {
        super(message);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    /**
     * Create a failure that keeps its cause.
     *
     * @param kind    how it failed
     * @param message what the server said or what was expected, without secrets
     * @param cause   the failure underneath
     */
    public InferenceException(FailureKind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    /**
     * Tell how it failed.
     *
     * @return the kind of failure
     */
    public FailureKind kind() {
        return kind;
    }
}
