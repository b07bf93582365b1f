package dev.ipw.internal.wire;

import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.testing.ClosedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Tag("real-time")
class SocketTransportTests {
    private final Transport transport = new SocketTransport();
    private final TestExchange client = new TestExchange(transport);

    @Test
    void readsAResponseThatComesByteByByte() throws Exception {
        byte[] response = String.join("\r\n", "HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK",
                "Transfer-Encoding: chunked", "", "4;x=y", "hell", "1", "o", "0", "X-Trailer: t", "", "")
                .getBytes(StandardCharsets.US_ASCII);
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            for (byte one : response) {
                reply.raw(new byte[]{one});
            }
        })) {
            assertThat(client.post(server.baseUrl(), "hi")).isEqualTo("200 hello");
            assertThat(client.post(server.baseUrl(), "hi")).isEqualTo("200 hello");
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void usesAConnectionAgainAndTellsItsSetUpOnce() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain", "ok"))) {
            for (int i = 0; i < 5; i++) {
                client.post(server.baseUrl(), "hi");
                client.get(server.baseUrl());
            }

            assertThat(server.connections()).isOne();
            ConnectionSetup setup = client.setups.getFirst();
            assertThat(client.setups).hasSize(1);
            assertThat(setup.lookupNanos()).isNotNegative();
            assertThat(setup.connectNanos()).isPositive();
            assertThat(setup.tlsNanos()).isEqualTo(OptionalLong.empty());
            assertThat(setup.totalNanos()).isEqualTo(setup.lookupNanos() + setup.connectNanos());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"})
    void usesNoConnectionAgainThatCouldBeOutOfStep(String response) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.raw(response))) {
            assertThat(client.post(server.baseUrl(), "hi")).isEqualTo("200 ok");
            assertThat(client.post(server.baseUrl(), "hi")).isEqualTo("200 ok");

            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void sendsOverAFreshConnectionIfTheServerHasClosedTheKeptOne() throws Exception {
        for (int i = 0; i < 20; i++) {
            CountDownLatch closed = new CountDownLatch(1);
            try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
                reply.send(200, "text/plain", request.body());
                if (request.body().equals("first")) {
                    reply.close();
                    closed.countDown();
                }
            })) {
                client.post(server.baseUrl(), "first");
                closed.await();

                assertThat(client.post(server.baseUrl(), "second")).isEqualTo("200 second");
                assertThat(server.connections()).isEqualTo(2);
                assertThat(server.requests()).extracting(ScriptedServer.Request::body)
                        .containsExactly("first", "second");
            }
        }
    }

    @Test
    void keepsEachStreamOnAConnectionOfItsOwn() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            both.countDown();
            both.await();
            reply.send(200, "text/plain", request.body());
        })) {
            AtomicReference<String> other = new AtomicReference<>();
            Thread second = Thread.ofVirtual().start(() -> {
                try {
                    other.set(new TestExchange(transport).post(server.baseUrl(), "b"));
                } catch (WireException | IOException | InterruptedException broken) {
                    throw new IllegalStateException(broken);
                }
            });
            assertThat(client.post(server.baseUrl(), "a")).isEqualTo("200 a");
            second.join();

            assertThat(other.get()).isEqualTo("200 b");
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void reportsAConnectionThatIsResetWithinABody() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> resetWithinABody(listener));
            WireException broken = catchThrowableOfType(WireException.class,
                    () -> client.get("http://127.0.0.1:" + listener.getLocalPort() + "/v1"));

            assertThat(broken.fault()).isEqualTo(WireFault.TRUNCATED);
            assertThat(broken).hasMessageContaining("/v1").hasMessageContaining("before the response was whole");
        }
    }

    private static void resetWithinABody(ServerSocket listener) {
        try (Socket socket = listener.accept()) {
            // Else the reset can come while the client still connects.
            socket.getInputStream().readNBytes(3);
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".getBytes(
                    StandardCharsets.US_ASCII));
            socket.setSoLinger(true, 0);
        } catch (IOException left) {
            // The client's side tells the rest.
            return;
        }
    }

    @Test
    void readsTheBodyOfARefusedLoginAndAnEmptyAnswer() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (request.body().equals("nothing")) {
                reply.raw("HTTP/1.1 204 No Content\r\n\r\n");
            } else {
                reply.raw("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 3\r\n\r\nwho");
            }
        })) {
            assertThat(client.post(server.baseUrl(), "hi")).isEqualTo("401 who");
            assertThat(client.post(server.baseUrl(), "nothing")).isEqualTo("204 ");
            assertThat(server.connections()).isOne();
        }
    }

    @Test
    void stampsTheHeadAndTheBodyByTheReadsThatBroughtThem() throws Exception {
        CountDownLatch headRead = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
            headRead.await();
            reply.raw("cd");
        })) {
            WireRequest request = WireRequest.get(URI.create(server.baseUrl()), Map.of());
            long before = System.nanoTime();
            List<Long> stamps = transport.<List<Long>, IOException>exchange(request, TestExchange.LIMITS, response -> {
                long head = response.headNanos();
                byte[] first = response.readUpTo(2);
                long early = response.body().readNanos();
                long between = System.nanoTime();
                headRead.countDown();
                byte[] second = response.readAll();
                assertThat(new String(first, StandardCharsets.US_ASCII) + new String(second, StandardCharsets.US_ASCII))
                        .isEqualTo("abcd");
                return List.of(before, head, early, between, response.body().readNanos(), System.nanoTime());
            });

            assertThat(stamps).isSorted();
            assertThat(stamps.get(4)).isGreaterThan(stamps.get(3));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void closesTheConnectionAtOnceWhenTheCallerIsInterrupted(boolean headSent) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (headSent) {
                reply.beginStream();
                reply.event("x");
            }
            asked.countDown();
            reply.awaitClientLeft();
        })) {
            Thread caller = Thread.ofPlatform().start(() -> {
                try {
                    client.post(server.baseUrl(), "hi");
                } catch (WireException | IOException | InterruptedException stopped) {
                    thrown.set(stopped);
                }
            });
            asked.await();
            caller.interrupt();

            server.awaitClientLeft();
            caller.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void closesTheConnectionIfItsHandlerFails() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        ExchangeHandler<String, IOException> failing = response -> {
            awaitUninterruptibly(sent);
            throw new IOException("enough");
        };
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.event("x");
            sent.countDown();
            reply.awaitClientLeft();
        })) {
            WireRequest request = WireRequest.get(URI.create(server.baseUrl()), Map.of());

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> transport.exchange(request, TestExchange.LIMITS, failing)).withMessage("enough");
            server.awaitClientLeft();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    void givesUpOnAServerThatTakesNoRequest() throws Exception {
        // Bytes that nobody reads fill the buffers of both sides; the write then waits.
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            WireRequest request = WireRequest.post(URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/"),
                    Map.of(), new byte[64 << 20]);
            WireLimits limits = new WireLimits(TestExchange.PATIENCE, Duration.ofMillis(300), TestExchange.PATIENCE,
                    TestExchange.PATIENCE, 1 << 20);
            WireException broken = catchThrowableOfType(WireException.class, () -> client.exchange(request, limits));

            assertThat(broken.fault()).isEqualTo(WireFault.FIRST_BYTE_TIMEOUT);
        }
    }

    @Test
    void givesUpOnAServerThatNeverStopsSending() throws Exception {
        byte[] part = new byte[32 << 10];
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                reply.raw(part);
            }
        })) {
            WireRequest request = WireRequest.get(URI.create(server.baseUrl()), Map.of());
            WireLimits limits = new WireLimits(TestExchange.PATIENCE, TestExchange.PATIENCE, TestExchange.PATIENCE,
                    Duration.ofMillis(300), Long.MAX_VALUE);
            WireException broken = catchThrowableOfType(WireException.class,
                    () -> transport.<Long, IOException>exchange(request, limits, SocketTransportTests::readForever));

            assertThat(broken.fault()).isEqualTo(WireFault.TOTAL_TIMEOUT);
            server.awaitConnectionsClosed();
        }
    }

    private static Long readForever(WireResponse response) throws WireException {
        byte[] buffer = new byte[8192];
        long bytes = 0;
        for (int count = 0; count >= 0; count = response.body().read(buffer, 0, buffer.length)) {
            bytes += count;
        }
        return bytes;
    }

    @Test
    void readsABodyThatIsLargerThanAnyBuffer() throws Exception {
        byte[] body = new byte[8 << 20];
        new SplittableRandom(7).nextBytes(body);
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
            reply.raw(body);
        })) {
            WireRequest request = WireRequest.post(URI.create(server.baseUrl()), Map.of(), body);
            WireLimits limits = new WireLimits(TestExchange.PATIENCE, TestExchange.PATIENCE, TestExchange.PATIENCE,
                    TestExchange.PATIENCE, body.length);

            for (int i = 0; i < 3; i++) {
                assertThat(transport.<byte[], IOException>exchange(request, limits, WireResponse::readAll))
                        .isEqualTo(body);
            }
            assertThat(server.connections()).isOne();
            assertThat(server.requests()).allMatch(came -> came.body().length() > 1 << 20);
        }
    }

    @Test
    void reachesAnAddressOfTheSixthVersion() throws Exception {
        ServerSocket listener;
        try {
            listener = new ServerSocket(0, 1, InetAddress.getByName("::1"));
        } catch (IOException none) {
            listener = null;
        }
        assumeTrue(listener != null, "this machine has no IPv6 loopback address");
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain",
                request.headers().get("host")), listener)) {
            assertThat(client.get("http://[::1]:" + server.port())).isEqualTo("200 [::1]:" + server.port());
        }
    }

    @Test
    void connectsToTheVeryAddressesThatALookupGivesAndAsksItForEachConnection() throws Exception {
        List<String> asked = new ArrayList<>();
        TestExchange direct = new TestExchange(new SocketTransport(host -> {
            asked.add(host);
            if (host.equals("refused.invalid")) {
                throw new IOException("it may not be asked");
            }
            return new InetAddress[]{InetAddress.getLoopbackAddress()};
        }));
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "text/plain",
                request.headers().get("host")))) {
            assertThat(direct.get("http://name.invalid:" + server.port())).isEqualTo("200 name.invalid:"
                    + server.port());
            assertThatExceptionOfType(WireException.class)
                    .isThrownBy(() -> direct.get("http://refused.invalid:" + server.port()))
                    .withMessageContaining("it may not be asked");
        }
        assertThat(asked).containsExactly("name.invalid", "refused.invalid");
    }

    @Test
    void triesTheAddressesOfANameInOrder() throws Exception {
        InetAddress[] addresses = {InetAddress.getByName("127.0.0.2"), InetAddress.getByName("127.0.0.1")};
        Connector connector = new Connector(Route.to(URI.create("http://name/"), ProxyVariables.NONE), Ways.USUAL,
                System.nanoTime() + TestExchange.PATIENCE.toNanos());
        try (ServerSocket listener = new ServerSocket(0, 5, addresses[1]);
                StampedSocket socket = connector.dial(addresses, listener.getLocalPort());
                Socket accepted = listener.accept()) {
            socket.getOutputStream().write('!');
            assertThat(accepted.getInputStream().read()).isEqualTo('!');
        }
        try (ClosedPort port = new ClosedPort()) {
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> connector.dial(addresses, port.number()))
                    .satisfies(broken -> assertThat(broken.getSuppressed()).hasSize(1));
        }
    }
}
