package dev.ipw.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** A server that answers HTTP requests on a loopback port by a script with the raw connection, so that every fault can be played. */
public final class ModelServerScript implements AutoCloseable {
    private final ServerSocket listener;
    private final Script script;
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final CountDownLatch askerLeft = new CountDownLatch(1);

    private ModelServerScript(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    /** Starts a server. */
    public static ModelServerScript start(Script script) throws IOException {
        ModelServerScript server = new ModelServerScript(
                new ServerSocket(0, 2_048, InetAddress.getLoopbackAddress()), script);
        Thread.ofVirtual().start(server::accept);
        return server;
    }

    /** Starts a server that sends the same bytes to everyone and closes. */
    public static ModelServerScript always(String response) throws IOException {
        return start((request, reply) -> {
            reply.raw(response);
            reply.close();
        });
    }

    /** Returns the address, without a path. */
    public String address() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** Returns the requests so far. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Returns the number of connections so far. */
    public int connections() {
        return open.size();
    }

    /** Waits until someone who asked has closed the connection. */
    public void awaitAskerLeft() throws InterruptedException {
        askerLeft.await();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                // The test is over.
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (!socket.isClosed()) {
                Request request = Request.read(in);
                requests.add(request);
                script.answer(request, new Reply(socket, in));
            }
        } catch (IOException | InterruptedException gone) {
            // Whoever asked has left, which some tests are about.
            return;
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The answers. */
    @FunctionalInterface
    public interface Script {
        /** Answers a request. */
        void answer(Request request, Reply reply) throws IOException, InterruptedException;
    }

    /** A request; header names are in lower case. */
    public record Request(String method, String path, Map<String, String> headers, String body) {
        static Request read(InputStream in) throws IOException {
            String[] words = line(in).split(" ");
            if (words.length < 2) {
                throw new IOException("no request");
            }
            Map<String, String> headers = new TreeMap<>();
            for (String field = line(in); !field.isEmpty(); field = line(in)) {
                int colon = field.indexOf(':');
                headers.put(field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 1).strip());
            }
            byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
            return new Request(words[0], words[1], headers, new String(body, StandardCharsets.UTF_8));
        }

        private static String line(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }
    }

    /** A response; each piece is sent at once. */
    public final class Reply {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        Reply(Socket socket, InputStream in) throws IOException {
            this.socket = socket;
            this.in = in;
            out = socket.getOutputStream();
        }

        /** Sends bytes. */
        public void raw(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        /** Sends text. */
        public void raw(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        /** Sends a whole response. */
        public void send(int status, String contentType, String body) throws IOException {
            raw("HTTP/1.1 " + status + " Scripted\r\nContent-Type: " + contentType + "\r\nX-Served-By: script\r\n"
                    + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        }

        /** Starts a stream of events in chunks. */
        public void beginStream() throws IOException {
            raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        }

        /** Sends a chunk. */
        public void chunk(String text) throws IOException {
            raw(Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n");
        }

        /** Ends a stream in chunks. */
        public void endStream() throws IOException {
            raw("0\r\n\r\n");
        }

        /** Sends a whole stream, each piece in a chunk of its own. */
        public void stream(List<String> pieces) throws IOException {
            beginStream();
            for (String piece : pieces) {
                chunk(piece);
            }
            endStream();
        }

        /** Waits until whoever asked closes the connection. */
        public void awaitAskerLeft() throws IOException {
            try {
                while (in.read() >= 0) {
                    // Nothing else is expected.
                }
            } finally {
                askerLeft.countDown();
                socket.close();
            }
        }

        /** Closes the connection. */
        public void close() throws IOException {
            socket.close();
        }
    }
}
