package dev.ipw.examples.benchmarks.meter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.PriorityQueue;

/**
 * A model server that streams tokens at a fixed rate, on one thread: each token carries the moment at which it was
 * written. Its clock, {@link System#nanoTime()}, is that of all processes of a Linux machine.
 */
final class PacedServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;
    private static final int MAX_REQUEST_BYTES = 1 << 16;
    private static final byte[] HEAD = ascii(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");

    private final ServerSocketChannel listener;
    private final Selector selector;
    private final int tokens;
    private final long intervalNanos;
    private final PriorityQueue<Stream> due = new PriorityQueue<>();
    private final Thread thread;

    /** The state of a connection. */
    private static final class Stream implements Comparable<Stream> {
        final SocketChannel channel;
        final ByteBuffer request = ByteBuffer.allocate(MAX_REQUEST_BYTES);
        long nextNanos;
        int sent;

        Stream(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public int compareTo(Stream other) {
            return Long.compare(nextNanos, other.nextNanos);
        }
    }

    /**
     * Starts a server.
     *
     * @param port          the port on the loopback address; zero for a free one
     * @param tokens        the tokens of each answer
     * @param intervalNanos the time between two tokens
     */
    PacedServer(int port, int tokens, long intervalNanos) throws IOException {
        this.tokens = tokens;
        this.intervalNanos = intervalNanos;
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        thread = Thread.ofPlatform().daemon().name("paced-server").start(this::run);
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    private void run() {
        try {
            while (selector.isOpen()) {
                long now = System.nanoTime();
                for (Stream stream = due.peek(); stream != null && stream.nextNanos <= now; stream = due.peek()) {
                    due.remove();
                    write(stream);
                }
                Stream next = due.peek();
                long waitMillis = next == null ? 100 : Math.max(0, (next.nextNanos - System.nanoTime()) / 1_000_000);
                if (waitMillis == 0) {
                    selector.selectNow();
                } else {
                    selector.select(waitMillis);
                }
                selector.selectedKeys().forEach(this::handle);
                selector.selectedKeys().clear();
            }
        } catch (ClosedSelectorException closed) {
            return;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void handle(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                SocketChannel channel = listener.accept();
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ, new Stream(channel));
            } else if (key.isReadable()) {
                read(key, (Stream) key.attachment());
            }
        } catch (IOException gone) {
            key.cancel();
        }
    }

    private void read(SelectionKey key, Stream stream) throws IOException {
        if (stream.channel.read(stream.request) < 0) {
            key.cancel();
            stream.channel.close();
            return;
        }
        String text = new String(stream.request.array(), 0, stream.request.position(), StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        int at = text.toLowerCase(Locale.ROOT).indexOf("content-length:");
        if (end < 0 || at < 0 || at > end) {
            return;
        }
        int length = Integer.parseInt(text.substring(at + 15, text.indexOf('\r', at)).strip());
        if (text.length() >= end + 4 + length) {
            stream.request.clear();
            stream.sent = 0;
            stream.channel.write(ByteBuffer.wrap(HEAD));
            stream.nextNanos = System.nanoTime() + intervalNanos;
            due.add(stream);
        }
    }

    private void write(Stream stream) {
        boolean isLast = ++stream.sent == tokens;
        String event = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"w" + System.nanoTime() + " \"}"
                + (isLast ? ",\"finish_reason\":\"stop\"" : "") + "}]}\n\n";
        String bytes = Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
        if (isLast) {
            String end = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":" + tokens
                    + "}}\n\ndata: [DONE]\n\n";
            bytes += Integer.toHexString(end.length()) + "\r\n" + end + "\r\n0\r\n\r\n";
        }
        try {
            stream.channel.write(ByteBuffer.wrap(ascii(bytes)));
            if (!isLast) {
                stream.nextNanos += intervalNanos;
                due.add(stream);
            }
        } catch (IOException gone) {
            stream.sent = tokens;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        selector.close();
        listener.close();
        try {
            thread.join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
