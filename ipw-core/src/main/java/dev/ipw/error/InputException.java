package dev.ipw.error;

import java.io.Serial;

/** Report a file or folder that cannot be read, or written, as what it should be. */
public class InputException extends IpwException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message what is wrong, in which file and line, and what to do next
     */
    public InputException(String message) {
        super(message);
    }

    /**
     * Creates an error that keeps its cause.
     *
     * @param message what is wrong, in which file and line, and what to do next
     * @param cause   the failure underneath
     */
    public InputException(String message, Throwable cause) {
        super(message, cause);
    }
}
