package dev.ipw.error;

import java.io.Serial;
import org.apiguardian.api.API;

/**
 * An error of a model server or an exporter that does not answer at all: refused port, unknown host, no reply in time.
 */
@API(status = API.Status.EXPERIMENTAL)
public class ServerUnreachableException extends IpwException {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error that keeps its cause.
     *
     * @param message the address that did not answer, the failure, and the next step
     * @param cause   the failure underneath
     */
    public ServerUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
