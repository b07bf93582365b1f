package dev.ipw.examples.benchmarks.wire;

import dev.ipw.internal.wire.ServingLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A server that answers each request with the time at which its last byte was read. {@link System#nanoTime()} is one
 * clock for all processes of a Linux machine. One thread reads all connections as they get ready, so that no separate
 * thread has to be woken for a request.
 */
final class ReceiptServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;
    private static final long SWEEP_MILLIS = 1_000;
    private static final ServingLimits LIMITS = ServingLimits.DEFAULT;
    private static final int MAX_REQUEST_BYTES = 4_096;
    private static final String HEAD_END = "\r\n\r\n";

    private final ServerSocketChannel listener;
    private final Selector selector;

    private ReceiptServer(ServerSocketChannel listener, Selector selector) {
        this.listener = listener;
        this.selector = selector;
    }

    /** Serves until the process is ended, and prints the port. */
    public static void main(String[] arguments) throws IOException {
        System.out.println(start().port());
    }

    static ReceiptServer start() throws IOException {
        Selector selector = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        ReceiptServer server = new ReceiptServer(listener, selector);
        Thread.ofPlatform().name("receipts").start(server::serve);
        return server;
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    private void serve() {
        try {
            long swept = System.nanoTime();
            while (selector.isOpen()) {
                selector.select(this::ready, SWEEP_MILLIS);
                if (System.nanoTime() - swept >= TimeUnit.MILLISECONDS.toNanos(SWEEP_MILLIS) && selector.isOpen()) {
                    swept = System.nanoTime();
                    endSilentConnections(swept);
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
            } else {
                read(key, (SocketChannel) key.channel(), (Asking) key.attachment());
            }
        } catch (IOException gone) {
            key.cancel();
        }
    }

    private void accept() throws IOException {
        SocketChannel connection = listener.accept();
        // One key is the listener's own.
        if (selector.keys().size() > LIMITS.connections()) {
            connection.close();
            return;
        }
        connection.configureBlocking(false);
        connection.socket().setTcpNoDelay(true);
        connection.register(selector, SelectionKey.OP_READ, new Asking());
    }

    private void endSilentConnections(long now) throws IOException {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Asking asking && now - asking.sinceNanos >= asking.longest().toNanos()) {
                key.cancel();
                key.channel().close();
            }
        }
    }

    /** The state of the next request of a connection. */
    private static final class Asking {
        private final ByteBuffer request = ByteBuffer.allocate(MAX_REQUEST_BYTES);
        private long sinceNanos = System.nanoTime();

        Duration longest() {
            return request.position() > 0 ? LIMITS.head() : LIMITS.idle();
        }
    }

    /** Reads a request, which has no body here. */
    private static void read(SelectionKey key, SocketChannel connection, Asking asking) throws IOException {
        ByteBuffer request = asking.request;
        boolean isFirst = request.position() == 0;
        if (connection.read(request) < 0) {
            key.cancel();
            connection.close();
            return;
        }
        long nanos = System.nanoTime();
        asking.sinceNanos = isFirst ? nanos : asking.sinceNanos;
        if (StandardCharsets.ISO_8859_1.decode(request.duplicate().flip()).toString().endsWith(HEAD_END)) {
            request.clear();
            String body = Long.toString(nanos);
            connection.write(
                    StandardCharsets.ISO_8859_1.encode("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: "
                            + body.length() + HEAD_END + body));
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        selector.close();
    }
}
