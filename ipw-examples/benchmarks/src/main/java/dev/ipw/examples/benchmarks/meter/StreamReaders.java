package dev.ipw.examples.benchmarks.meter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Callers of a model server that read streams on one thread, and record how late each token arrives. */
final class StreamReaders {
    private static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String BODY = "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"" + "word ".repeat(20) + "\"}]}";

    private final int port;
    private long[] delays = new long[1 << 16];
    private int count;

    StreamReaders(int port) {
        this.port = port;
    }

    /** The state of a connection. */
    private static final class Caller {
        long digits;
        boolean isInNumber;
        int matched;
        boolean isDone;
    }

    /**
     * Reads streams until all have ended.
     *
     * @param streams the number of streams at once
     * @param spread  the time over which their requests are sent, in nanoseconds
     * @return how late each token arrived after it was written, in nanoseconds, sorted
     */
    long[] read(int streams, long spread) throws IOException {
        count = 0;
        byte[] request = ("POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + BODY.length()
                + "\r\nContent-Type: application/json\r\n\r\n" + BODY).getBytes(StandardCharsets.US_ASCII);
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
        int left = streams;
        int opened = 0;
        long start = System.nanoTime();
        try (Selector selector = Selector.open()) {
            while (left > 0) {
                while (opened < streams && System.nanoTime() - start >= spread / streams * opened) {
                    SocketChannel channel = SocketChannel
                            .open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    channel.write(ByteBuffer.wrap(request));
                    channel.configureBlocking(false);
                    channel.register(selector, SelectionKey.OP_READ, new Caller());
                    opened++;
                }
                if (opened < streams) {
                    selector.selectNow();
                } else {
                    selector.select(1_000);
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    Caller caller = (Caller) key.attachment();
                    buffer.clear();
                    int read = ((SocketChannel) key.channel()).read(buffer);
                    long now = System.nanoTime();
                    buffer.flip();
                    scan(caller, buffer, now);
                    if (caller.isDone || read < 0) {
                        if (!caller.isDone) {
                            throw new IOException("a stream broke off");
                        }
                        key.channel().close();
                        left--;
                    }
                }
                selector.selectedKeys().clear();
            }
        }
        long[] sorted = Arrays.copyOf(delays, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private void scan(Caller caller, ByteBuffer buffer, long now) {
        while (buffer.hasRemaining()) {
            byte next = buffer.get();
            caller.matched = next == END[caller.matched] ? caller.matched + 1 : next == END[0] ? 1 : 0;
            if (caller.matched == END.length) {
                caller.isDone = true;
                caller.matched = 0;
            }
            if (next == 'w') {
                caller.isInNumber = true;
                caller.digits = 0;
            } else if (caller.isInNumber && next >= '0' && next <= '9') {
                caller.digits = caller.digits * 10 + next - '0';
            } else if (caller.isInNumber) {
                caller.isInNumber = false;
                if (next == ' ' && caller.digits > 0) {
                    add(now - caller.digits);
                }
            }
        }
    }

    private void add(long delay) {
        if (count == delays.length) {
            delays = Arrays.copyOf(delays, 2 * count);
        }
        delays[count++] = delay;
    }
}
