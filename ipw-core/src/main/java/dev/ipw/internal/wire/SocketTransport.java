package dev.ipw.internal.wire;

import dev.ipw.internal.thread.Slack;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * Carry exchanges by an HTTP/1.1 of our own, over proxies and TLS as the JDK has them.
 *
 * <p>
 * One thread reads from all sockets and takes the clock right after each read; see {@link ReadLoop}. No queue, parser or
 * decryption stands between socket and stamp. Each exchange is done by a virtual thread of its own that waits for those
 * bytes, and supervised by the calling thread, virtual or not.
 *
 * <p>
 * A connection whose response was read to its end is kept, for up to four seconds or as long as the server says. Before
 * it is used again, one read that does not wait shows whether the server has closed it meanwhile; if so, the request
 * goes over a fresh one. A server may still close a kept connection while a request is on its way to it. If it does so
 * without sending a byte, the request goes once more over a fresh connection, and the handler is told. Nothing else is
 * sent a second time. Where kept connections mostly turn out closed, none are kept any more. A connection through a SOCKS proxy cannot be
 * looked at in this way: it is read where it is waited for, and serves one exchange.
 */
public final class SocketTransport implements Transport {
    /** How long a body may take to end after the handler has what it wants. */
    private static final Duration PUT_AWAY = Duration.ofMillis(250);
    /** As many as there can be streams: a load that goes on must not connect again for each request. */
    private static final int MOST_IDLE = 4096;
    /** Less than the five seconds after which many servers close. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(4).plusNanos(Slack.nanos());

    private final ConnectionPool pool = new ConnectionPool(MOST_IDLE, LONGEST_IDLE, System::nanoTime);
    private final Ways ways;

    /** Carries exchanges, with connections that no other transport uses. */
    public SocketTransport() {
        this(Ways.USUAL);
    }

    /**
     * Carries exchanges, encrypted and by the ways that the program says.
     *
     * @param tls     puts TLS around a socket; empty for the JVM's own
     * @param proxies say which proxy is on the way; empty for those of the JVM
     */
    public SocketTransport(Optional<SSLSocketFactory> tls, Optional<ProxySelector> proxies) {
        this(new Ways(Optional.empty(), tls, proxies));
    }

    /**
     * Carries exchanges past all proxies, to the very addresses that a lookup gives: what it refuses is not connected
     * to, and no name is looked up a second time.
     *
     * @param lookup finds the addresses of a server
     */
    public SocketTransport(AddressLookup lookup) {
        this(new Ways(Optional.of(lookup), Optional.empty(), Optional.empty()));
    }

    private SocketTransport(Ways ways) {
        this.ways = ways;
    }

    @Override
    public <T, X extends Exception> T exchange(WireRequest request, WireLimits limits, ExchangeHandler<T, X> handler)
            throws WireException, X, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Supervision supervision = new Supervision(limits);
        SocketExchange<T, X> exchange = new SocketExchange<>(request, limits, handler, supervision, pool, ways);
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
