package dev.ipw.inference;

import java.io.Serial;
import java.util.Objects;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The failure of one request. A run records it and continues. */
@API(status = API.Status.EXPERIMENTAL)
public final class InferenceException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final int httpStatus;

    /**
     * Creates a failure.
     *
     * @param kind    the kind of failure
     * @param message the server's message or the expectation, without secrets
     */
    public InferenceException(FailureKind kind, String message) {
        super(message);
        this.kind = Objects.requireNonNull(kind, "kind");
        httpStatus = 0;
    }

    private InferenceException(FailureKind kind, String message, int httpStatus, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
        this.httpStatus = httpStatus;
    }

    /**
     * Creates a failure of the kind HTTP_STATUS.
     *
     * @param httpStatus the status of the server's answer, from 100 to 999
     * @param message    the server's message, without secrets
     * @return the failure
     */
    public static InferenceException ofStatus(int httpStatus, String message) {
        return new InferenceException(FailureKind.HTTP_STATUS, message, httpStatus, null);
    }

    /**
     * Creates a failure that keeps its cause.
     *
     * @param kind    the kind of failure
     * @param message the server's message or the expectation, without secrets
     * @param cause   the failure underneath
     */
    public InferenceException(FailureKind kind, String message, Throwable cause) {
        this(kind, message, cause instanceof InferenceException known ? known.httpStatus : 0, cause);
    }

    /**
     * Returns the HTTP status of the server's answer.
     *
     * @return the status of HTTP; empty for other failures, or if the client does not report it
     */
    public OptionalInt httpStatus() {
        return httpStatus == 0 ? OptionalInt.empty() : OptionalInt.of(httpStatus);
    }

    /**
     * Returns the kind of failure.
     *
     * @return the kind of failure
     */
    public FailureKind kind() {
        return kind;
    }
}
