package dev.ipw.internal.wire;

import java.net.HttpURLConnection;
import java.time.Duration;

/**
 * Carry exchanges over {@link HttpURLConnection}, with TLS, proxies and kept-alive connections as the JDK has them.
 *
 * <p>
 * Each exchange reads on a virtual thread of its own, with one blocking read at a time and the clock read right after
 * it: no queue and no second thread stands between socket and stamp. The calling thread, virtual or not, supervises.
 * Along the path of a read the JDK guards its state by {@code java.util.concurrent} locks and not by monitors, so a
 * waiting exchange does not pin its carrier on JDK 22 and 23 either; a look-up of a host name does, as everywhere.
 *
 * <p>
 * A fixed-length body switches off the JDK's silent second try of a POST. Before such a POST goes out on a kept-alive
 * connection, the JDK listens on it for one millisecond to see whether the server has closed it; that lies before the
 * moment of the send, so it is part of a latency from the intended start and of no service time. The JDK keeps at most five idle connections to a server ({@code http.maxConnections}) and closes
 * them after five idle seconds unless the server says otherwise.
 */
public final class UrlConnectionTransport implements Transport {
    /** How long a body may take to end after the handler has what it wants. */
    private static final Duration PUT_AWAY = Duration.ofMillis(250);

    @Override
    public <T, X extends Exception> T exchange(WireRequest request, WireLimits limits, ExchangeHandler<T, X> handler)
            throws WireException, X, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Supervision supervision = new Supervision(limits);
        UrlConnectionExchange<T, X> exchange = new UrlConnectionExchange<>(request, limits, handler, supervision);
        Thread worker = Thread.ofVirtual().name("ipw-exchange").inheritInheritableThreadLocals(false)
                .unstarted(exchange);
        worker.start();
        try {
            supervision.await(worker);
            if (!supervision.abandoned() && !worker.join(PUT_AWAY)) {
                worker.interrupt();
                worker.join();
            }
        } catch (InterruptedException cancelled) {
            supervision.stop(worker);
            throw cancelled;
        }
        return exchange.outcome();
    }
}
