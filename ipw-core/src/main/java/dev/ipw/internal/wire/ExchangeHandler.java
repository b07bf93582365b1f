package dev.ipw.internal.wire;

/**
 * A handler of one exchange. It is called by one thread, which need not be the one that started the exchange; its
 * effects are visible there afterwards.
 *
 * @param <T> the type of the result
 * @param <X> the type of the exception for an unacceptable response
 */
public interface ExchangeHandler<T, X extends Exception> {
    /**
     * Records that a connection was set up for this exchange, before the request is sent over it. It is not called if
     * an earlier connection is reused.
     *
     * @param setup the times of the setup
     */
    default void connected(ConnectionSetup setup) {}

    /**
     * Records that the request has been sent.
     *
     * @param nanos the moment right before its last byte was handed to the connection, as {@link System#nanoTime()}
     */
    default void sent(long nanos) {}

    /**
     * Records that the request is sent once more, over a fresh connection: the server had closed the kept one and sent
     * nothing. {@link #connected} and {@link #sent} follow again.
     *
     * @param nanos when that was found, as {@link System#nanoTime()}
     */
    default void resent(long nanos) {}

    /**
     * Reads the response.
     *
     * @param response its head, and its body to be read
     * @return the result; returning after a {@link WireException} makes the exception harmless
     * @throws WireException if the body stops coming
     * @throws X             if the response is unacceptable
     */
    T handle(WireResponse response) throws WireException, X;
}
