package dev.ipw.agents;

import org.apiguardian.api.API;

/** Says that a tool could not do what a model asked for. The message is for the model. */
@API(status = API.Status.EXPERIMENTAL)
public final class ToolException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * Create an exception.
     *
     * @param message what went wrong and what to do instead, without secrets
     */
    public ToolException(String message) {
        super(message);
    }

    /**
     * Create an exception with its cause.
     *
     * @param message what went wrong and what to do instead, without secrets
     * @param cause   what lies behind it
     */
    public ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
