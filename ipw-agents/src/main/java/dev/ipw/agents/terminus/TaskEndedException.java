package dev.ipw.agents.terminus;

import dev.ipw.inference.FailureKind;
import dev.ipw.query.RequestFailure;
import java.io.Serial;
import java.util.Optional;

/** Ends a task before its agent is done. */
final class TaskEndedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Optional<RequestFailure> failure;

    private TaskEndedException(String message, Optional<RequestFailure> failure) {
        super(message);
        this.failure = failure;
    }

    /** Ends it since a call of the model failed; the call holds how. */
    static TaskEndedException ofCall() {
        return new TaskEndedException("A call of the model failed", Optional.empty());
    }

    static TaskEndedException of(FailureKind kind, String message) {
        return new TaskEndedException(message, Optional.of(new RequestFailure(kind, message)));
    }

    /** Returns how the task failed; empty if that stands in its last call. */
    Optional<RequestFailure> failure() {
        return failure;
    }
}
