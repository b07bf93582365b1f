package dev.ipw.internal.wire;

/** Carry requests to a server and responses back. Implementations are safe to use from many threads at once. */
public interface Transport {
    /**
     * Sends a request and lets a handler read the response. A connection whose response was read to its end is used
     * again; any other is closed. A request is sent twice only if it went over a connection from before, which the
     * server closed without sending a byte.
     *
     * @param <T>     what the handler makes of the response
     * @param <X>     what the handler throws
     * @param request what to send
     * @param limits  how long and how much to wait for
     * @param handler reads the response
     * @return what the handler returned
     * @throws WireException        if the exchange fails or a limit passes
     * @throws X                    if the handler throws it
     * @throws InterruptedException if the calling thread is interrupted; the connection is closed at once
     */
    <T, X extends Exception> T exchange(WireRequest request, WireLimits limits, ExchangeHandler<T, X> handler)
            throws WireException, X, InterruptedException;
}
