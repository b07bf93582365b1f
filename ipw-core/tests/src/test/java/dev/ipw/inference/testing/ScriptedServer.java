package dev.ipw.inference.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answer HTTP requests on a loopback port by a script that sees the raw connection, so that every fault of a real server
 * can be played. Connections are kept alive for as long as the script leaves them open.
 */
public final class ScriptedServer implements AutoCloseable {
    private final ServerSocket listener;
    private final Script script;
    private final AtomicInteger connections = new AtomicInteger();
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final CountDownLatch clientLeft = new CountDownLatch(1);
    private final CountDownLatch accepted = new CountDownLatch(1);

    private ScriptedServer(Script script, ServerSocket listener) {
        this.script = script;
        this.listener = listener;
    }

    /** Start a server that answers every request by the script. */
    public static ScriptedServer start(Script script) throws IOException {
        return start(script, new ServerSocket(0, 512, InetAddress.getLoopbackAddress()));
    }

    /** Start a server on a listener of the test's own, for example one with TLS. */
    public static ScriptedServer start(Script script, ServerSocket listener) {
        ScriptedServer server = new ScriptedServer(script, listener);
        Thread.ofVirtual().name("scripted-server").start(server::accept);
        return server;
    }

    /** Start a server that answers every request with the same bytes and closes the connection. */
    public static ScriptedServer always(String response) throws IOException {
        return start((request, reply) -> {
            reply.raw(response);
            reply.close();
        });
    }

    /** Return the address with {@code /v1}. */
    public String baseUrl() {
        return rootUrl() + "/v1";
    }

    /** Return the address without a path. */
    public String rootUrl() {
        return "http://127.0.0.1:" + port();
    }

    /** Return the port. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Count the connections that were opened. */
    public int connections() {
        return connections.get();
    }

    /** Return the requests in the order in which they came. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Wait until a client has closed its connection while the script waited for it or before it asked anything. */
    public void awaitClientLeft() throws InterruptedException {
        clientLeft.await();
    }

    /** Wait until every connection that was opened has been closed by the script. */
    public void awaitConnectionsClosed() throws InterruptedException {
        for (Thread serving : threads) {
            serving.join();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                connections.incrementAndGet();
                Thread serving = Thread.ofVirtual().name("scripted-connection").unstarted(() -> serve(socket));
                // Who has an answer may ask at once whether its connection is closed.
                threads.add(serving);
                serving.start();
            }
        } catch (IOException closed) {
            // The test is over.
            return;
        } finally {
            accepted.countDown();
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int before = 0; !socket.isClosed(); before++) {
                Request request = Request.read(in);
                if (request == null) {
                    clientLeft.countDown();
                    return;
                }
                requests.add(request);
                script.answer(request, new Reply(socket, in, before));
            }
        } catch (IOException | InterruptedException closed) {
            // The client has left, which some tests are about.
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
            // While a thread still accepts, the system takes connections in its name.
            accepted.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Write the answer to a request. */
    @FunctionalInterface
    public interface Script {
        /** Answer one request. */
        void answer(Request request, Reply reply) throws IOException, InterruptedException;
    }

    /** Hold a request; header names are in lower case. */
    public record Request(String method, String path, Map<String, String> headers, String body) {
        static Request read(InputStream in) throws IOException {
            String first = line(in);
            if (first.isEmpty()) {
                return null;
            }
            Map<String, String> headers = new HashMap<>();
            for (String field = line(in); !field.isEmpty(); field = line(in)) {
                int colon = field.indexOf(':');
                headers.put(field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 1).strip());
            }
            byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
            String[] words = first.split(" ");
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

    /** Write a response piece by piece; each piece goes out at once. */
    public final class Reply {
        private static final String END = "0\r\n\r\n";

        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;
        private final int before;

        Reply(Socket socket, InputStream in, int before) throws IOException {
            this.before = before;
            this.socket = socket;
            this.in = in;
            out = socket.getOutputStream();
        }

        /** Count the requests that came over this connection before. */
        public int before() {
            return before;
        }

        /** Reset the connection. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Write bytes as they are. */
        public void raw(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        /** Write text as it is. */
        public void raw(String text) throws IOException {
            raw(text.getBytes(StandardCharsets.UTF_8));
        }

        /** Send a whole response with its length. */
        public void send(int status, String contentType, String body) throws IOException {
            raw("HTTP/1.1 " + status + " Scripted\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        }

        /** Begin a chunked event stream. */
        public void beginStream() throws IOException {
            beginStream("text/event-stream");
        }

        /** Begin a chunked stream. */
        public void beginStream(String contentType) throws IOException {
            raw(head(contentType));
        }

        /** Begin a chunked stream with its first chunk, which comes with the head. */
        public void beginStream(String contentType, String chunk) throws IOException {
            raw(head(contentType) + chunked(chunk));
        }

        private static String head(String contentType) {
            return "HTTP/1.1 200 OK\r\nContent-Type: " + contentType + "\r\nTransfer-Encoding: chunked\r\n\r\n";
        }

        private static String chunked(String text) {
            return Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n";
        }

        /** Send one HTTP chunk. */
        public void chunk(byte[] bytes) throws IOException {
            raw(Integer.toHexString(bytes.length) + "\r\n");
            raw(bytes);
            raw("\r\n");
        }

        /** Send one HTTP chunk of text. */
        public void chunk(String text) throws IOException {
            chunk(text.getBytes(StandardCharsets.UTF_8));
        }

        /** Send one HTTP chunk with one event of one data line. */
        public void event(String data) throws IOException {
            chunk("data: " + data + "\n\n");
        }

        /** End a chunked response. */
        public void endStream() throws IOException {
            raw(END);
        }

        /** End a chunked response with its last chunk: a client that wants no more finds the end there already. */
        public void endStream(String chunk) throws IOException {
            raw(chunked(chunk) + END);
        }

        /** Send a whole stream of events; the end comes with the last of them. */
        public void stream(String... events) throws IOException {
            beginStream();
            for (int event = 0; event < events.length - 1; event++) {
                event(events[event]);
            }
            if (events.length == 0) {
                endStream();
            } else {
                endStream("data: " + events[events.length - 1] + "\n\n");
            }
        }

        /** Send nothing until the client closes the connection. */
        public void awaitClientLeft() throws IOException {
            try {
                in.transferTo(OutputStream.nullOutputStream());
            } finally {
                clientLeft.countDown();
                socket.close();
            }
        }

        /** Send a byte again and again until the client closes the connection. */
        public void dribble(byte value) throws IOException, InterruptedException {
            try {
                while (true) {
                    chunk(new byte[]{value});
                    Thread.sleep(2);
                }
            } finally {
                clientLeft.countDown();
                socket.close();
            }
        }

        /** Close the connection. */
        public void close() throws IOException {
            socket.close();
        }
    }
}
