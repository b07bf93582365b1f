package dev.ipw.agents.terminus;

import dev.ipw.inference.FailureKind;
import dev.ipw.query.RequestFailure;
import java.io.Serial;
import java.util.Optional;

/** The exception that ends a task before its agent is done. */
final class TaskEndedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Optional<RequestFailure> failure;

    private TaskEndedException(String message, Optional<RequestFailure> failure) {
        super(message);
        this.failure = failure;
    }

    /** Creates the exception for a failed model call; the call contains the failure. */
    static TaskEndedException ofCall() {
        return new TaskEndedException("A call of the model failed", Optional.empty());
    }

    static TaskEndedException of(FailureKind kind, String message) {
        return new TaskEndedException(message, Optional.of(new RequestFailure(kind, message)));
    }

    /** Returns the failure of the task; empty if its last call contains it. */
    Optional<RequestFailure> failure() {
        return failure;
    }
}
