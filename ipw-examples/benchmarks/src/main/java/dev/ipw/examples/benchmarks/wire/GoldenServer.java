package dev.ipw.examples.benchmarks.wire;

import dev.ipw.examples.benchmarks.Connections;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLServerSocketFactory;

/**
 * A server that streams events with the time at which they were sent. {@link System#nanoTime()} is one clock for all
 * processes of a Linux machine, so a client in another process can compute the difference. One thread sends all events
 * of a run, after all its streams are connected, each right after its stamp.
 */
public final class GoldenServer implements AutoCloseable {
    private static final int BACKLOG = 4096;
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    private static final String HEAD_END = "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    private static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** The time for clients to settle between their connecting and the first event. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final ServerSocket listener;
    private final Map<String, Run> runs = new ConcurrentHashMap<>();

    private GoldenServer(ServerSocket listener) {
        this.listener = listener;
    }

    /**
     * Serves until the process is ended, and prints the addresses. With the Java property javax.net.ssl.keyStore there
     * is a second one with TLS.
     */
    public static void main(String[] arguments) throws IOException {
        GoldenServer plain = start(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
        System.out.println("http://127.0.0.1:" + plain.port());
        if (System.getProperty("javax.net.ssl.keyStore") != null) {
            GoldenServer encrypted = start(SSLServerSocketFactory.getDefault().createServerSocket(0, BACKLOG,
                    InetAddress.getLoopbackAddress()));
            System.out.println("https://127.0.0.1:" + encrypted.port());
        }
        System.out.println("ready");
    }

    /** Serves on a listener. */
    static GoldenServer start(ServerSocket listener) {
        GoldenServer server = new GoldenServer(listener);
        Thread.ofPlatform().name("golden-accept").start(() -> Connections.accept(listener, server::join));
        return server;
    }

    /** Returns the port. */
    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void join(Socket socket) {
        try {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String[] words = in.readLine().split("[ /]+");
            String length = "content-length:";
            int bodyBytes = in.lines().takeWhile(field -> !field.isEmpty()).map(field -> field.toLowerCase(Locale.ROOT))
                    .filter(field -> field.startsWith(length))
                    .mapToInt(field -> Integer.parseInt(field.substring(length.length()).strip())).sum();
            // Unread bytes would reset the connection when it is closed.
            in.skip(bodyBytes);
            OutputStream out = socket.getOutputStream();
            out.write((HEAD + HEAD_END).getBytes(StandardCharsets.US_ASCII));
            Run run = runs.computeIfAbsent(words[1], id -> new Run(Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]), Long.parseLong(words[4]), words[5].equals("burst")));
            if (run.join(socket, out)) {
                runs.remove(words[1]);
                Thread.ofPlatform().name("golden-send").start(run::send);
            }
        } catch (IOException left) {
            // The client knows the reason, and reports it.
            return;
        }
    }

    /** A sender of the events of one run. */
    private static final class Run {
        private final int streams;
        private final int events;
        private final long periodNanos;
        private final boolean burst;
        private final List<Socket> sockets = new ArrayList<>();
        private final List<OutputStream> outs = new ArrayList<>();

        Run(int streams, int events, long periodNanos, boolean burst) {
            this.streams = streams;
            this.events = events;
            this.periodNanos = periodNanos;
            this.burst = burst;
        }

        /**
         * Adds a stream, and returns whether it was the last: only one may be, because the last one starts the sending.
         */
        synchronized boolean join(Socket socket, OutputStream out) {
            sockets.add(socket);
            outs.add(out);
            return sockets.size() == streams;
        }

        void send() {
            OutputStream[] streamed = outs.toArray(OutputStream[]::new);
            byte[] chunk = GoldenEvent.chunk();
            int stampAt = GoldenEvent.stampAt(chunk);
            long start = System.nanoTime() + REST_NANOS;
            try {
                for (int event = 0; event < events; event++) {
                    for (int stream = 0; stream < streams; stream++) {
                        long turn = burst ? 0 : periodNanos * stream / streams;
                        awaitMoment(start + event * periodNanos + turn);
                        GoldenEvent.stamp(chunk, stampAt, System.nanoTime());
                        streamed[stream].write(chunk);
                    }
                }
                for (OutputStream out : streamed) {
                    out.write(END);
                }
                for (Socket socket : sockets) {
                    socket.close();
                }
            } catch (IOException left) {
                throw new UncheckedIOException(left);
            }
        }

        private static void awaitMoment(long nanos) {
            for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
