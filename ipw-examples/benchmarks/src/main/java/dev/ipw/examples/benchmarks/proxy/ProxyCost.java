package dev.ipw.examples.benchmarks.proxy;

import dev.ipw.agents.proxy.ProxyTask;
import dev.ipw.agents.proxy.RecordingProxy;
import dev.ipw.agents.proxy.Upstream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A program that measures the time that the recording proxy adds to a call: the same streamed completion is requested
 * directly and through the proxy, in turns and over connections that stay open. The medians of the time to the first
 * byte and to the last are compared.
 */
public final class ProxyCost {
    private static final int CALLS = 3_000;
    private static final int WARM_UP = 1_000;
    private static final int TOKENS = 20;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final String BODY = "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\""
            + "word ".repeat(1_000) + "\"}]}";

    private ProxyCost() {}

    /**
     * Measures and prints a table.
     *
     * @param arguments the number of calls each way; 3,000 by default
     */
    public static void main(String[] arguments) throws IOException {
        measure(arguments.length > 0 ? Integer.parseInt(arguments[0]) : CALLS, WARM_UP, System.out);
    }

    static void measure(int calls, int warmUp, PrintStream out) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                RecordingProxy proxy = RecordingProxy.start(Upstream.of("http://127.0.0.1:" + server.getLocalPort(),
                        Optional.empty(), name -> Optional.empty()));
                ProxyTask task = proxy.open(call -> {})) {
            Thread.ofPlatform().daemon().start(() -> accept(server));
            try (Program direct = new Program(server.getLocalPort(), task.key());
                    Program through = new Program(proxy.port(), task.key())) {
                long[][] directNanos = new long[2][calls];
                long[][] throughNanos = new long[2][calls];
                for (int i = -warmUp; i < calls; i++) {
                    direct.ask();
                    through.ask();
                    if (i >= 0) {
                        direct.note(directNanos, i);
                        through.note(throughNanos, i);
                    }
                }
                table(directNanos, throughNanos, out);
            }
        }
    }

    private static void table(long[][] direct, long[][] through, PrintStream out) {
        out.println("us, median and p99 of " + direct[0].length + " calls each way");
        out.println("| until | direct p50 | through the proxy p50 | added p50 | direct p99 | through the proxy p99 |");
        out.println("|---|---:|---:|---:|---:|---:|");
        String[] names = {"first byte", "last byte"};
        for (int which = 0; which < names.length; which++) {
            Arrays.sort(direct[which]);
            Arrays.sort(through[which]);
            double directMedian = at(direct[which], 0.5);
            double throughMedian = at(through[which], 0.5);
            out.printf(Locale.ROOT, "| %s | %.0f | %.0f | %.0f | %.0f | %.0f |%n", names[which], directMedian,
                    throughMedian, throughMedian - directMedian, at(direct[which], 0.99), at(through[which], 0.99));
        }
    }

    private static double at(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(sorted.length * share))] / NANOS_PER_MICRO;
    }

    private static void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void serve(Socket socket) {
        byte[] head = ascii("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        byte[] token = chunk("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n");
        byte[] end = chunk(
                "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (true) {
                int length = 0;
                for (String field = line(in); !field.isEmpty(); field = line(in)) {
                    if (field.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                        length = Integer.parseInt(field.substring(field.indexOf(':') + 1).strip());
                    }
                }
                in.skipNBytes(length);
                socket.getOutputStream().write(head);
                for (int i = 0; i < TOKENS; i++) {
                    socket.getOutputStream().write(token);
                }
                socket.getOutputStream().write(end);
                socket.getOutputStream().write(ascii("0\r\n\r\n"));
            }
        } catch (IOException gone) {
            return;
        }
    }

    private static byte[] chunk(String data) {
        return ascii(Integer.toHexString(data.length()) + "\r\n" + data + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection was closed");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    /** A program that makes requests over one connection and takes the times of the last call. */
    private static final class Program implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;
        private final byte[] request;
        private long firstByteNanos;
        private long lastByteNanos;

        Program(int port, String key) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            request = ascii("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key
                    + "\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY);
        }

        void ask() throws IOException {
            long start = System.nanoTime();
            socket.getOutputStream().write(request);
            String status = line(in);
            firstByteNanos = System.nanoTime() - start;
            if (!status.startsWith("HTTP/1.1 200")) {
                throw new IOException("the answer is " + status);
            }
            while (!line(in).isEmpty()) {
                // The head is not needed here.
            }
            for (int length = Integer.parseInt(line(in), 16); length > 0; length = Integer.parseInt(line(in), 16)) {
                in.skipNBytes(length);
                line(in);
            }
            line(in);
            lastByteNanos = System.nanoTime() - start;
        }

        void note(long[][] nanos, int call) {
            nanos[0][call] = firstByteNanos;
            nanos[1][call] = lastByteNanos;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
