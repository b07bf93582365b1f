package dev.ipw.examples.benchmarks.soak;

import dev.ipw.examples.benchmarks.Connections;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A server that streams chat completions at an even pace over persistent connections, each on a virtual thread. */
public final class PacedServer implements AutoCloseable {
    private static final int BACKLOG = 4096;
    private static final String LENGTH = "content-length:";
    private static final byte[] MODELS = whole(
            "{\"object\":\"list\",\"data\":[{\"id\":\"paced\",\"object\":\"model\"}]}");
    private static final byte[] HEAD = bytes(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    private static final byte[] ROLE = event("{\"role\":\"assistant\",\"content\":null}", "null", "");
    private static final byte[] TOKEN = event("{\"content\":\" word\"}", "null", "");

    private final ServerSocket listener;
    private final int tokens;
    private final long periodNanos;
    private final AtomicInteger connections = new AtomicInteger();
    private final byte[] end;

    PacedServer(int tokens, long periodNanos) throws IOException {
        listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.tokens = tokens;
        this.periodNanos = periodNanos;
        String usage = ",\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":" + tokens + ",\"total_tokens\":"
                + (tokens + 8) + "}";
        byte[] last = event("{}", "\"stop\"", usage);
        byte[] done = bytes("e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n");
        end = new byte[last.length + done.length];
        System.arraycopy(last, 0, end, 0, last.length);
        System.arraycopy(done, 0, end, last.length, done.length);
        Thread.ofPlatform().name("paced-accept").daemon().start(() -> Connections.accept(listener, this::serve));
    }

    /**
     * Serves until the process is ended, and prints the address.
     *
     * @param arguments tokens of an answer, and milliseconds from one to the next
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (PacedServer server = new PacedServer(Integer.parseInt(arguments[0]),
                TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[1])))) {
            System.out.println(server.address());
            Thread.currentThread().join();
        }
    }

    /** Returns the address for a client. */
    String address() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/v1";
    }

    /** Returns the number of open connections. */
    int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void serve(Socket socket) {
        connections.incrementAndGet();
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String request = line(in); !request.isEmpty(); request = line(in)) {
                in.skipNBytes(bodyBytes(in));
                if (request.startsWith("GET")) {
                    out.write(MODELS);
                } else {
                    stream(out);
                }
            }
        } catch (IOException left) {
            // The client knows the reason, and reports it.
            return;
        } finally {
            connections.decrementAndGet();
        }
    }

    private void stream(OutputStream out) throws IOException {
        out.write(HEAD);
        out.write(ROLE);
        long start = System.nanoTime();
        for (int token = 1; token <= tokens; token++) {
            long due = start + token * periodNanos;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            out.write(TOKEN);
        }
        out.write(end);
    }

    private static long bodyBytes(InputStream in) throws IOException {
        long length = 0;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith(LENGTH)) {
                length = Long.parseLong(lower.substring(LENGTH.length()).strip());
            }
        }
        return length;
    }

    /** Reads a line; empty also at the end of the stream. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    private static byte[] event(String delta, String finishReason, String usage) {
        String event = "data: {\"id\":\"chatcmpl-paced\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
                + "\"model\":\"paced\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":"
                + finishReason + "}]" + usage + "}\n\n";
        return bytes(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
    }

    private static byte[] whole(String json) {
        return bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + json.length()
                + "\r\n\r\n" + json);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
