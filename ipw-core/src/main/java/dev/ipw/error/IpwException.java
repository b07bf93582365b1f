package dev.ipw.error;

import java.io.Serial;

/**
 * Report that something asked of this library could not be done. The message says what failed, where, and what to do
 * next, so that it can be shown to a person as it stands.
 */
public class IpwException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message what failed, where, and what to do next
     */
    public IpwException(String message) {
        super(message);
    }

    /**
     * Creates an error that keeps its cause.
     *
     * @param message what failed, where, and what to do next
     * @param cause   the failure underneath
     */
    public IpwException(String message, Throwable cause) {
        super(message, cause);
    }
}
