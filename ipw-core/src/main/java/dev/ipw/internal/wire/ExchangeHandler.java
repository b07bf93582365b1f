package dev.ipw.internal.wire;

/**
 * Follow one exchange. It is called by one thread, which need not be the one that started the exchange; what it did can
 * be seen there afterwards.
 *
 * @param <T> what it makes of the response
 * @param <X> what it throws if the response is not to its liking
 */
public interface ExchangeHandler<T, X extends Exception> {
    /**
     * Notes that a connection was set up for this exchange, before the request goes out over it. It is not called if
     * one from before is used again.
     *
     * @param setup what that took
     */
    default void connected(ConnectionSetup setup) {}

    /**
     * Notes that the request has gone out.
     *
     * @param nanos right before its last byte was handed to the connection, as {@link System#nanoTime()}
     */
    default void sent(long nanos) {}

    /**
     * Notes that the request goes out once more, over a fresh connection: the server had closed the kept one and sent
     * nothing. {@link #connected} and {@link #sent} follow again.
     *
     * @param nanos when that was found, as {@link System#nanoTime()}
     */
    default void resent(long nanos) {}

    /**
     * Reads the response.
     *
     * @param response its head, and its body to be read
     * @return what it makes of it; returning after a {@link WireException} makes that harmless
     * @throws WireException if the body stops coming
     * @throws X             if the response says something unwelcome
     */
    T handle(WireResponse response) throws WireException, X;
}
