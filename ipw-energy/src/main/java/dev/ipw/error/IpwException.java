package dev.ipw.error;

import java.io.Serial;
import org.apiguardian.api.API;

/**
 * The root of this library's errors. The message has the failure, its place and the next step, so that it can be shown
 * to a person unchanged, or with {@linkplain Setting#rename other names of settings}.
 */
@API(status = API.Status.EXPERIMENTAL)
public class IpwException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message the failure, its place, and the next step
     */
    public IpwException(String message) {
        super(message);
    }

    /**
     * Creates an error that keeps its cause.
     *
     * @param message the failure, its place, and the next step
     * @param cause   the failure underneath
     */
    public IpwException(String message, Throwable cause) {
        super(message, cause);
    }
}
