package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionPoolTests {
    private static final Route HERE = new Route(false, "here", 80, List.of(Proxy.NO_PROXY));
    private static final Route THERE = new Route(false, "there", 80, List.of(Proxy.NO_PROXY));
    private static final ResponseHead HEAD = head(Map.of());
    private static final int MAX = 3;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final ConnectionPool pool = new ConnectionPool(MAX, Duration.ofSeconds(4), nanos::get);
    private ServerSocketChannel listener;

    @BeforeEach
    void listen() throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void closeAll() throws IOException {
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        pool.sweep();
        listener.close();
    }

    @Test
    void givesTheConnectionThatWasUsedLast() throws IOException {
        Both first = open(HERE);
        Both second = open(HERE);
        pool.put(first.ours, HEAD);
        pool.put(second.ours, HEAD);

        assertThat(pool.take(HERE)).containsSame(second.ours);
        assertThat(pool.take(HERE)).containsSame(first.ours);
        assertThat(pool.take(HERE)).isEmpty();
    }

    @Test
    void givesNoConnectionThatLeadsElsewhere() throws IOException {
        pool.put(open(HERE).ours, HEAD);

        assertThat(pool.take(THERE)).isEmpty();
        assertThat(pool.take(HERE)).isPresent();
    }

    @Test
    void givesNoConnectionThatTheServerHasClosed() throws IOException {
        Both closed = open(HERE);
        pool.put(closed.ours, HEAD);
        closed.theirs.close();
        awaitStale(closed.ours);

        assertThat(pool.take(HERE)).isEmpty();
        assertThat(closed.channel.isOpen()).isFalse();
    }

    @Test
    void givesNoConnectionOnWhichTheServerSaidMore() throws IOException {
        Both talkative = open(HERE);
        pool.put(talkative.ours, HEAD);
        // Looking takes a byte, and is done twice.
        talkative.theirs.write(ByteBuffer.wrap(new byte[]{'!', '!'}));
        awaitStale(talkative.ours);

        assertThat(pool.take(HERE)).isEmpty();
        assertThat(talkative.channel.isOpen()).isFalse();
    }

    /** Wait for what the other side did, which the system may pass on a little later. */
    private static void awaitStale(Connection connection) {
        while (!connection.stale()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void keepsAnUnusedConnectionReadable() throws IOException {
        Both kept = open(HERE);
        pool.put(kept.ours, HEAD);
        Connection taken = pool.take(HERE).orElseThrow();
        kept.theirs.write(ByteBuffer.wrap(new byte[]{'!'}));

        assertThat(taken.next()).isEqualTo('!');
    }

    @Test
    void closesWhatHasBeenIdleForTooLong() throws IOException {
        Both old = open(HERE);
        pool.put(old.ours, HEAD);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        Both young = open(HERE);
        pool.put(young.ours, HEAD);
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());

        assertThat(pool.sweep()).isTrue();
        assertThat(old.channel.isOpen()).isFalse();
        assertThat(young.channel.isOpen()).isTrue();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(pool.take(HERE)).isEmpty();
        assertThat(young.channel.isOpen()).isFalse();
        assertThat(pool.sweep()).isFalse();
    }

    @Test
    void keepsAConnectionForAsLongAsTheServerDoes() throws IOException {
        Both brief = open(HERE);
        pool.put(brief.ours, head(Map.of("keep-alive", List.of("max=100, timeout=3"))));
        Both never = open(HERE);
        pool.put(never.ours, head(Map.of("keep-alive", List.of("timeout=1"))));

        assertThat(never.channel.isOpen()).isFalse();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        pool.sweep();
        assertThat(brief.channel.isOpen()).isFalse();
    }

    @Test
    void keepsNoMoreConnectionsThanItMay() throws IOException {
        for (int i = 0; i < MAX; i++) {
            pool.put(open(HERE).ours, HEAD);
        }
        Both tooMany = open(THERE);
        pool.put(tooMany.ours, HEAD);

        assertThat(tooMany.channel.isOpen()).isFalse();
        assertThat(pool.take(HERE)).isPresent();
        Both fits = open(THERE);
        pool.put(fits.ours, HEAD);
        assertThat(pool.take(THERE)).containsSame(fits.ours);
    }

    private Both open(Route route) throws IOException {
        SocketChannel channel = SocketChannel.open(listener.getLocalAddress());
        StampedSocket socket = Connector.over(channel, ReadLoop.SHARED);
        return new Both(new Connection(route, Proxy.NO_PROXY, socket, socket), channel,
                listener.accept());
    }

    private static ResponseHead head(Map<String, List<String>> fields) {
        return new ResponseHead(true, 200, fields, 0);
    }

    private record Both(Connection ours, SocketChannel channel, SocketChannel theirs) {}
}
