package dev.ipw.inference.relay;

/** An exchange that runs. */
@FunctionalInterface
public interface RunningExchange {
    /**
     * Cancels the request to the server; a finished exchange is not changed.
     *
     * @param reason the reason, for the failure of the call
     */
    void cancel(String reason);
}
