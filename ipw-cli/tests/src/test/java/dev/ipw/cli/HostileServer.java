package dev.ipw.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands for a server of any API: answers each request with the bytes that a test draws, and then closes the connection or
 * leaves it open.
 */
final class HostileServer implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");
    private static final int MAX_HEAD = 1 << 16;

    private final ServerSocket listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
    private final Supplier<Answer> toGets;
    private final Supplier<Answer> toOthers;

    /**
     * What comes back.
     *
     * @param bytes  the response, right or wrong
     * @param closes true to close the connection behind it
     */
    record Answer(byte[] bytes, boolean closes) {}

    HostileServer(Supplier<Answer> answers) throws IOException {
        this(answers, answers);
    }

    /** Answer a GET, which asks for the models, otherwise than a question. */
    HostileServer(Supplier<Answer> toGets, Supplier<Answer> toOthers) throws IOException {
        this.toGets = toGets;
        this.toOthers = toOthers;
        Thread.ofVirtual().start(this::acceptAll);
    }

    String baseUrl(String path) {
        return "http://127.0.0.1:" + listener.getLocalPort() + path;
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException closed) {
            // The test is over.
            return;
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean open = true;
            while (open) {
                Optional<String> request = readRequest(in);
                if (request.isEmpty()) {
                    return;
                }
                Answer answer = draw(request.get().startsWith("GET ") ? toGets : toOthers);
                socket.getOutputStream().write(answer.bytes());
                open = !answer.closes();
            }
        } catch (IOException gone) {
            // The client has had enough of it.
            return;
        }
    }

    private synchronized Answer draw(Supplier<Answer> answers) {
        return answers.get();
    }

    /** Read a request, its body too, and give its head. */
    private static Optional<String> readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0 || head.length() > MAX_HEAD) {
                return Optional.empty();
            }
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        in.skipNBytes(length.find() ? Long.parseLong(length.group(1)) : 0);
        return Optional.of(head.toString());
    }

    /** Write a sound response that leaves the connection open, whatever its body is. */
    static Answer sound(String type, byte[] body) {
        return new Answer(response("200 OK", type, "Content-Length: " + body.length + "\r\n", body), false);
    }

    /** Write a response with a body and the head that belongs to it. */
    static byte[] response(String status, String type, String headers, byte[] body) {
        byte[] head = ("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\n" + headers + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[head.length + body.length];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
