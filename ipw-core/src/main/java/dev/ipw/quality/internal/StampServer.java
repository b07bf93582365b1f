package dev.ipw.quality.internal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A server that answers several streamed chat completions at once, on the loopback address, with the time in each
 * event.
 */
final class StampServer implements AutoCloseable {
    /** The content of the first events, which are read while code is still being loaded. */
    static final String WARM_UP = "-";
    private static final int WARM_UP_ROUNDS = 4;
    private static final int ROUNDS = 12;
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int MAX_BODY_BYTES = 64 << 10;
    private static final String LENGTH = "content-length:";
    private static final String HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    private static final String END = """
            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: [DONE]

            """;

    private final ServerSocket server;
    private final int streams;
    private final List<Socket> sockets = new ArrayList<>();

    private StampServer(ServerSocket server, int streams) {
        this.server = server;
        this.streams = streams;
    }

    static StampServer open(int streams) throws IOException {
        ServerSocket server = new ServerSocket();
        try {
            server.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), streams);
        } catch (IOException taken) {
            server.close();
            throw taken;
        }
        return new StampServer(server, streams);
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/v1";
    }

    /** Accepts all streams, sends them events, and ends them. */
    void serve(long untilNanos) throws IOException {
        while (sockets.size() < streams) {
            server.setSoTimeout(millisUntil(untilNanos));
            Socket socket = server.accept();
            sockets.add(socket);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millisUntil(untilNanos));
            skipRequest(new BufferedInputStream(socket.getInputStream()));
        }
        send(HEAD);
        long due = System.nanoTime();
        for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
            due += PERIOD_NANOS;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
            requireTime(untilNanos);
            burst(round < WARM_UP_ROUNDS);
        }
        send(END);
    }

    private void burst(boolean warmUp) throws IOException {
        for (Socket socket : sockets) {
            String stamp = warmUp ? WARM_UP : Long.toString(System.nanoTime());
            socket.getOutputStream().write(event(stamp));
        }
    }

    private static byte[] event(String stamp) {
        return ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + stamp + "\"}}]}\n\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private void send(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (Socket socket : sockets) {
            socket.getOutputStream().write(bytes);
        }
    }

    /** Reads a request to its end; otherwise closing would cut off the answer. */
    private static void skipRequest(InputStream in) throws IOException {
        int length = 0;
        int headBytes = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            headBytes += line.length();
            if (headBytes > MAX_HEAD_BYTES) {
                throw new IOException("a request whose head is too long");
            }
            String lower = line.toLowerCase(Locale.ROOT);
            length = lower.startsWith(LENGTH) ? Integer.parseInt(lower.substring(LENGTH.length()).strip()) : length;
        }
        in.skipNBytes(Math.clamp(length, 0, MAX_BODY_BYTES));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() > MAX_HEAD_BYTES) {
                throw new IOException("a request that is cut off");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static void requireTime(long untilNanos) throws SocketTimeoutException {
        if (System.nanoTime() - untilNanos > 0) {
            throw new SocketTimeoutException("the machine is too slow to calibrate in time");
        }
    }

    private static int millisUntil(long untilNanos) throws SocketTimeoutException {
        requireTime(untilNanos);
        return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime()));
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
