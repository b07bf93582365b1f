package dev.ipw.examples.benchmarks.golden;

import dev.ipw.examples.benchmarks.Connections;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of streamed answers in which every event has, in its text, the time at which its write started. The model's
 * name defines the stream: {@code CHUNKING-EVENTS-PERIOD}, with the period in milliseconds between writes.
 * {@link System#nanoTime()} is one clock for all processes of a Linux machine.
 */
public final class StampedAnswers implements AutoCloseable {
    private static final Pattern MODEL = Pattern.compile("\"model\":\"([a-z]+)-(\\d+)-(\\d+)\"");
    private static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** The time between two parts of a write, long enough for a client to read the first part alone. */
    private static final long BETWEEN_PARTS_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ServerSocket listener;

    private StampedAnswers(ServerSocket listener) {
        this.listener = listener;
    }

    /** Serves until the process is ended, and prints the address. */
    public static void main(String[] arguments) throws IOException {
        StampedAnswers server = start();
        System.out.println(server.address());
    }

    static StampedAnswers start() throws IOException {
        StampedAnswers server = new StampedAnswers(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()));
        Thread.ofPlatform().name("golden-accept")
                .start(() -> Connections.accept(server.listener, StampedAnswers::serve));
        return server;
    }

    String address() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private static void serve(Socket socket) {
        try (socket;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String first = in.readLine(); first != null; first = in.readLine()) {
                String length = "content-length:";
                int bytes = in.lines().takeWhile(field -> !field.isEmpty()).map(field -> field.toLowerCase(Locale.ROOT))
                        .filter(field -> field.startsWith(length))
                        .mapToInt(field -> Integer.parseInt(field.substring(length.length()).strip())).sum();
                char[] body = new char[bytes];
                for (int read = 0; read < bytes;) {
                    read += in.read(body, read, bytes - read);
                }
                answer(Api.at(first.split(" ")[1]), new String(body), socket.getOutputStream());
            }
        } catch (IOException left) {
            // The client knows the reason, and reports it.
            return;
        }
    }

    private static void answer(Api api, String question, OutputStream out) throws IOException {
        Matcher model = MODEL.matcher(question);
        if (!model.find()) {
            throw new IOException("no model CHUNKING-EVENTS-PERIOD");
        }
        Chunking chunking = Chunking.valueOf(model.group(1).toUpperCase(Locale.ROOT));
        int events = Integer.parseInt(model.group(2));
        long periodNanos = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(model.group(3)));
        out.write(("HTTP/1.1 200 OK\r\nContent-Type: " + api.streamType()
                + "\r\nTransfer-Encoding: chunked\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        if (!api.opening().isEmpty()) {
            chunk(api.opening().getBytes(StandardCharsets.UTF_8), out);
        }
        long start = System.nanoTime();
        for (int event = 0; event < events; event += chunking.eventsAWrite()) {
            awaitMoment(start + event / chunking.eventsAWrite() * periodNanos);
            byte[] write = api.piece(System.nanoTime() + chunking.words()).repeat(chunking.eventsAWrite())
                    .getBytes(StandardCharsets.UTF_8);
            long first = System.nanoTime();
            for (byte[] part : chunking.parts(write)) {
                awaitMoment(first);
                chunk(part, out);
                first += BETWEEN_PARTS_NANOS;
            }
        }
        chunk(api.ending(events * chunking.tokensAnEvent()).getBytes(StandardCharsets.UTF_8), out);
        out.write(END);
    }

    private static void chunk(byte[] bytes, OutputStream out) throws IOException {
        byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[size.length + bytes.length + 2];
        System.arraycopy(size, 0, whole, 0, size.length);
        System.arraycopy(bytes, 0, whole, size.length, bytes.length);
        whole[whole.length - 2] = '\r';
        whole[whole.length - 1] = '\n';
        out.write(whole);
    }

    private static void awaitMoment(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
