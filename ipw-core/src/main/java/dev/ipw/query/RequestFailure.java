package dev.ipw.query;

import dev.ipw.inference.FailureKind;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The failure of a request.
 *
 * @param kind    the kind of failure
 * @param message the server's message or the expected answer, without secrets
 */
@API(status = API.Status.EXPERIMENTAL)
public record RequestFailure(FailureKind kind, String message) {
    /** Refuses nulls. */
    public RequestFailure {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }
}
