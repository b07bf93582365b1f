package dev.ipw.internal.wire;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Asks a server that answers one request on each connection, and then closes it. */
@Tag("real-time")
class ClosingServerTests {
    private static final WireLimits LIMITS = TestExchange.LIMITS;
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /** How the server closes a connection after its answer. */
    enum Closing {
        AT_ONCE, BY_RESET, UNDER_THE_NEXT_REQUEST, IN_THE_NEXT_ANSWER
    }

    @ParameterizedTest
    @EnumSource(value = Closing.class, names = "IN_THE_NEXT_ANSWER", mode = EnumSource.Mode.EXCLUDE)
    void losesNoRequest(Closing closing) throws Exception {
        AtomicInteger resent = new AtomicInteger();
        try (ClosingServer server = new ClosingServer(closing)) {
            SocketTransport transport = new SocketTransport();
            Semaphore inFlight = new Semaphore(64);
            List<Future<String>> answers = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int request = 0; request < 2_000; request++) {
                    answers.add(threads.submit(limited(inFlight, () -> transport.exchange(server.request(), LIMITS,
                            new Counting(resent)))));
                }
            }
            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("ok");
            }
        }
        if (closing == Closing.UNDER_THE_NEXT_REQUEST) {
            // Eight may turn out closed before it counts, and of each that is in flight then its connection.
            assertThat(resent.get()).isBetween(1, 200);
        }
    }

    @Test
    void sendsNothingAgainOnceTheAnswerHasBegun() throws Exception {
        AtomicInteger resent = new AtomicInteger();
        try (ClosingServer server = new ClosingServer(Closing.IN_THE_NEXT_ANSWER)) {
            SocketTransport transport = new SocketTransport();
            assertThat(transport.exchange(server.request(), LIMITS, new Counting(resent))).isEqualTo("ok");
            WireException cut = catchThrowableOfType(WireException.class,
                    () -> transport.exchange(server.request(), LIMITS, new Counting(resent)));
            assertThat(cut.fault()).isEqualTo(WireFault.TRUNCATED);
            assertThat(resent).hasValue(0);
        }
    }

    private static <T> Callable<T> limited(Semaphore permits, Callable<T> call) {
        return () -> {
            permits.acquire();
            try {
                return call.call();
            } finally {
                permits.release();
            }
        };
    }

    private record Counting(AtomicInteger resent) implements ExchangeHandler<String, RuntimeException> {
        @Override
        public void resent(long nanos) {
            resent.incrementAndGet();
        }

        @Override
        public String handle(WireResponse response) throws WireException {
            return new String(response.readAll(), StandardCharsets.UTF_8);
        }
    }

    private static final class ClosingServer implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 4096, InetAddress.getLoopbackAddress());
        private final Closing closing;

        ClosingServer(Closing closing) throws IOException {
            this.closing = closing;
            Thread.ofVirtual().start(this::acceptAll);
        }

        WireRequest request() {
            return WireRequest.post(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"), Map.of(),
                    "question".getBytes(StandardCharsets.UTF_8));
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
                readRequest(in);
                if (closing == Closing.BY_RESET) {
                    socket.setSoLinger(true, 0);
                }
                socket.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
                if (closing == Closing.UNDER_THE_NEXT_REQUEST) {
                    in.read();
                } else if (closing == Closing.IN_THE_NEXT_ANSWER) {
                    readRequest(in);
                    socket.getOutputStream().write('H');
                }
            } catch (IOException gone) {
                // The client closed it first.
                return;
            }
        }

        private static void readRequest(InputStream in) throws IOException {
            String read = "";
            while (!read.endsWith("question")) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("no request");
                }
                read += (char) next;
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
