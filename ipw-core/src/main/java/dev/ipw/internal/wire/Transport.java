package dev.ipw.internal.wire;

/**
 * A transport of requests to a server and responses back. Implementations must allow calls from many threads at once.
 */
public interface Transport {
    /**
     * Sends a request and lets a handler read the response. A connection whose response was read to its end is reused;
     * any other is closed. A request is sent twice only if it was sent over an earlier connection, which the server
     * closed without sending a byte.
     *
     * @param <T>     the type of the handler's result
     * @param <X>     the type of the handler's exception
     * @param request the request
     * @param limits  the limits of time and size
     * @param handler reads the response
     * @return the handler's result
     * @throws WireException        if the exchange fails or a limit passes
     * @throws X                    if the handler throws it
     * @throws InterruptedException if the calling thread is interrupted; the connection is closed at once
     */
    <T, X extends Exception> T exchange(WireRequest request, WireLimits limits, ExchangeHandler<T, X> handler)
            throws WireException, X, InterruptedException;
}
