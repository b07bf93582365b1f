package dev.ipw.agents;

import org.apiguardian.api.API;

/** The exception of a tool that could not fulfil a model's call. The message is for the model. */
@API(status = API.Status.EXPERIMENTAL)
public final class ToolException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the error and the remedy, without secrets
     */
    public ToolException(String message) {
        super(message);
    }

    /**
     * Creates an exception with its cause.
     *
     * @param message the error and the remedy, without secrets
     * @param cause   the cause
     */
    public ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
