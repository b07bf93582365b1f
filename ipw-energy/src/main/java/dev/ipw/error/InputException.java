package dev.ipw.error;

import java.io.Serial;
import org.apiguardian.api.API;

/** An error of a file or folder that cannot be read, or written, as it should be. */
@API(status = API.Status.EXPERIMENTAL)
public class InputException extends IpwException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message the problem, its file and line, and the next step
     */
    public InputException(String message) {
        super(message);
    }

    /**
     * Creates an error that keeps its cause.
     *
     * @param message the problem, its file and line, and the next step
     * @param cause   the failure underneath
     */
    public InputException(String message, Throwable cause) {
        super(message, cause);
    }
}
