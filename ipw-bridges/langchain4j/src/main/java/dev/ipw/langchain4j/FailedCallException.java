package dev.ipw.langchain4j;

import dev.ipw.query.RequestFailure;
import dev.langchain4j.exception.LangChain4jException;
import java.io.Serial;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The exception that reports a failed call of a query to LangChain4j code. The query records the call with its tokens
 * and joules.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class FailedCallException extends LangChain4jException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Optional<RequestFailure> failure;

    FailedCallException(String message, Optional<RequestFailure> failure, @Nullable Throwable cause) {
        super(message, cause);
        this.failure = failure;
    }

    /**
     * Returns the failure of the call.
     *
     * @return the failure; empty if the query was cancelled
     */
    public Optional<RequestFailure> failure() {
        return failure;
    }
}
