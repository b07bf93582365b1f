package dev.ipw.langchain4j;

import dev.ipw.query.RequestFailure;
import dev.langchain4j.exception.LangChain4jException;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells code of LangChain4j that a call of a query failed. The query keeps the call, with what it used. */
public final class FailedCallException extends LangChain4jException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Optional<RequestFailure> failure;

    FailedCallException(String message, Optional<RequestFailure> failure, @Nullable Throwable cause) {
        super(message, cause);
        this.failure = failure;
    }

    /**
     * Return how the call failed.
     *
     * @return the failure; empty if the query was cancelled
     */
    public Optional<RequestFailure> failure() {
        return failure;
    }
}
