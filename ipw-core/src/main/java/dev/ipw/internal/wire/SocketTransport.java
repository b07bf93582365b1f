package dev.ipw.internal.wire;

import dev.ipw.internal.thread.Slack;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * The transport of exchanges by our own HTTP/1.1, with the JDK's proxies and TLS.
 *
 * <p>One thread reads from all sockets and takes the time right after each read; see {@link ReadLoop}. There is no
 * queue, parser or decryption between socket and timestamp. Each exchange is done by a virtual thread of its own that
 * waits for those bytes, and supervised by the calling thread, virtual or not.
 *
 * <p>A connection whose response was read to its end is kept, for up to four seconds or the time that the server
 * allows. Before it is reused, one read that does not wait shows whether the server has closed it meanwhile; if so, the
 * request is sent over a fresh one. A server may still close a kept connection while a request is on its way to it. If
 * it does so without sending a byte, the request is sent once more over a fresh connection, and the handler is
 * notified. Nothing else is sent a second time. If kept connections mostly turn out closed, none are kept any more. A
 * connection through a SOCKS proxy cannot be checked in this way: it is read by the waiting thread, and serves one
 * exchange.
 */
public final class SocketTransport implements Transport {
    /** The time limit for the rest of a body that the handler does not need. */
    private static final Duration PUT_AWAY = Duration.ofMillis(250);
    /** The maximum number of streams: a continuing load must not connect again for each request. */
    private static final int MAX_IDLE = 4096;
    /** Less than the five seconds after which many servers close. */
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(4).plusNanos(Slack.nanos());

    private final ConnectionPool pool = new ConnectionPool(MAX_IDLE, LONGEST_IDLE, System::nanoTime);
    private final Ways ways;

    /** Creates a transport with connections of its own. */
    public SocketTransport() {
        this(Ways.USUAL);
    }

    /**
     * Creates a transport with the program's encryption and proxies.
     *
     * @param tls     adds TLS to a socket; empty for the JVM's own
     * @param proxies selects the proxy; empty for those of the JVM
     */
    public SocketTransport(Optional<SSLSocketFactory> tls, Optional<ProxySelector> proxies) {
        this(new Ways(Optional.empty(), tls, proxies, ReadLoop.SHARED));
    }

    /**
     * Creates a transport without proxies, to the exact addresses of a look-up: it connects to none that the look-up
     * refuses, and looks up no name a second time.
     *
     * @param lookup finds the addresses of a server
     */
    public SocketTransport(AddressLookup lookup) {
        this(new Ways(Optional.of(lookup), Optional.empty(), Optional.empty(), ReadLoop.SHARED));
    }

    /**
     * Creates a transport for a relay, which passes bytes on: no burst of other bytes delays them.
     *
     * @param tls adds TLS to a socket; empty for the JVM's own
     * @return the transport
     */
    public static SocketTransport ofRelay(Optional<SSLSocketFactory> tls) {
        return new SocketTransport(new Ways(Optional.empty(), tls, Optional.empty(), ReadLoop.PROMPT));
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
