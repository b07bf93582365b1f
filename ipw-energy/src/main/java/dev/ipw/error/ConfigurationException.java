package dev.ipw.error;

import java.io.Serial;
import org.apiguardian.api.API;

/** An error of wrong use: an option, id, parameter or combination that cannot work. Nothing has been spent yet. */
@API(status = API.Status.EXPERIMENTAL)
public class ConfigurationException extends IpwException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error.
     *
     * @param message the problem, its place, and the correction
     */
    public ConfigurationException(String message) {
        super(message);
    }

    /**
     * Creates an error that keeps its cause.
     *
     * @param message the problem, its place, and the correction
     * @param cause   the failure underneath
     */
    public ConfigurationException(String message, Throwable cause) {
        super(message, cause);
    }
}
