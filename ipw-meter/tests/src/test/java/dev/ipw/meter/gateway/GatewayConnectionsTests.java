package dev.ipw.meter.gateway;

import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.gateway.RawHttp.Response;
import dev.ipw.testing.ModelServerScript;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Callers and servers that leave, are slow, send nonsense, or have to end. */
class GatewayConnectionsTests {
    private static final String CHAT = "/v1/chat/completions";
    private static final String PIECE = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}\n\n";
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofHours(1);
    private static final long SEED = 38;

    private static ModelServerScript echoing() throws IOException {
        return ModelServerScript.start((request, reply) -> reply.send(200, "application/json", request.body()));
    }

    private static GatewayLimits limits(int connections, Duration head, Duration body, Duration idle) {
        return new GatewayLimits(connections, head, body, idle, 1 << 20, 2 << 20, LONG, LONG);
    }

    @Test
    void cancelsTheServersRequestWhenTheCallerLeaves() throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(PIECE);
            streaming.countDown();
            reply.awaitAskerLeft();
        }); GatewayFixture gateway = new GatewayFixture(server.address())) {
            try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
                caller.getOutputStream().write(RawHttp.request("POST", CHAT, "{\"model\":\"m\",\"stream\":true}"));
                streaming.await();
                assertThat(caller.getInputStream().read()).isPositive();
            }
            server.awaitAskerLeft();
            RequestFigures figures = gateway.next();
            assertThat(figures.failure()).hasValue("the client closed the connection before the answer was whole");
            assertThat(figures.status()).hasValue(200);
            assertThat(figures.isFinal()).isTrue();
        }
    }

    @Test
    void breaksOffTheStreamThatTheServerBreaksOff() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(PIECE);
            reply.close();
        }); GatewayFixture gateway = new GatewayFixture(server.address())) {
            Response torn = RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\",\"stream\":true}");

            assertThat(torn.text()).isEqualTo(PIECE);
            assertThat(torn.isWhole()).isFalse();
            assertThat(gateway.next().failure()).hasValue("the answer broke off");
        }
    }

    /** A caller that believes a wrong length takes the rest of the answer for the next one. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 3\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 99",
            "Content-Length: 16, 16\r\nX: a", "Content-Length: 16\r\nContent-Length: 16"})
    void givesCallersTheLengthThatAnAnswerHas(String fields) throws Exception {
        String body = "{\"answer\": \"ok\"}";
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.raw(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + fields + "\r\n\r\n"
                        + (fields.contains("chunked") ? "10\r\n" + body + "\r\n0\r\n\r\n" : body)));
                GatewayFixture gateway = new GatewayFixture(server.address());
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            for (int i = 0; i < 2; i++) {
                caller.getOutputStream().write(RawHttp.request("POST", CHAT, "{\"model\":\"m\"}"));
                Response answer = RawHttp.read(caller.getInputStream());
                assertThat(answer.text()).isEqualTo(body);
                assertThat(answer.isWhole()).isTrue();
                assertThat(answer.headers().getOrDefault("content-length", "16")).isEqualTo("16");
            }
        }
    }

    /** A gateway without back-pressure would hold what a caller does not take; the lead of the server shows it. */
    @Test
    void slowsTheServerForASlowCaller() throws Exception {
        int size = 64 << 10;
        int chunks = 1_600;
        AtomicLong taken = new AtomicLong();
        CompletableFuture<Long> longestLead = new CompletableFuture<>();
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: "
                    + (long) size * chunks + "\r\n\r\n");
            long lead = 0;
            for (int i = 1; i <= chunks; i++) {
                reply.raw(new byte[size]);
                lead = Math.max(lead, (long) i * size - taken.get());
            }
            longestLead.complete(lead);
        });
                GatewayFixture gateway = new GatewayFixture(server.address());
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            caller.setReceiveBufferSize(size);
            caller.getOutputStream().write(RawHttp.request("POST", CHAT, "{\"model\":\"m\"}"));
            InputStream in = caller.getInputStream();
            MessageDigest slow = MessageDigest.getInstance("SHA-512");
            while (taken.get() < (long) size * chunks) {
                byte[] piece = in.readNBytes(size);
                slow.update(piece);
                slow.digest();
                taken.addAndGet(piece.length);
            }
            // Sockets hold a few MiB; the whole answer has 100.
            assertThat(longestLead.get()).isLessThan(32L << 20);
        }
    }

    @Test
    void letsRunningStreamsEndAndTakesNoOthers() throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(PIECE);
            streaming.countDown();
            goesOn.await();
            reply.chunk(PIECE);
            reply.endStream();
        });
                GatewayFixture gateway = new GatewayFixture(server.address());
                Socket idle = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            idle.getOutputStream().write(RawHttp.request("GET", "/ipw/health", ""));
            assertThat(RawHttp.read(idle.getInputStream()).status()).isEqualTo(200);
            caller.getOutputStream().write(RawHttp.request("POST", CHAT, "{\"model\":\"m\",\"stream\":true}"));
            streaming.await();
            Thread draining = Thread.ofVirtual().start(() -> drain(gateway, LONG));
            assertThat(idle.getInputStream().read()).isNegative();
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), gateway.port()).close());
            goesOn.countDown();

            Response answer = RawHttp.read(caller.getInputStream());
            assertThat(answer.text()).isEqualTo(PIECE + PIECE);
            assertThat(answer.isWhole()).isTrue();
            assertThat(caller.getInputStream().read()).isNegative();
            draining.join();
        }
    }

    @Test
    void breaksOffWhatRunsWhenTheTimeToEndIsOver() throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(PIECE);
            streaming.countDown();
            reply.awaitAskerLeft();
        });
                GatewayFixture gateway = new GatewayFixture(server.address());
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            caller.getOutputStream().write(RawHttp.request("POST", CHAT, "{\"model\":\"m\",\"stream\":true}"));
            streaming.await();
            gateway.gateway().drain(Duration.ZERO);
            server.awaitAskerLeft();
            assertThat(gateway.next().failure()).hasValue("the relay was stopped before the answer was whole");
        }
    }

    private static void drain(GatewayFixture gateway, Duration longest) {
        try {
            gateway.gateway().drain(longest);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void endsCallersThatSendNothingOrHalfARequest() throws Exception {
        try (ModelServerScript server = echoing();
                GatewayFixture gateway = new GatewayFixture(server.address(),
                        builder -> builder.limits(limits(10, SHORT, SHORT, SHORT)))) {
            assertThat(RawHttp.untilClosed(gateway.port(), "")).isEmpty();
            assertThat(RawHttp.untilClosed(gateway.port(), "POST /v1/chat")).matches("(?s)|HTTP/1.1 408 .*");
            assertThat(RawHttp.untilClosed(gateway.port(), "POST " + CHAT + " HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"))
                    .matches("(?s)|HTTP/1.1 408 .*");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void boundsConnectionsBodiesAndAllBodiesTogether() throws Exception {
        CountDownLatch held = new CountDownLatch(2);
        CountDownLatch goesOn = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            held.countDown();
            goesOn.await();
            reply.send(200, "application/json", "{}");
        });
                GatewayFixture gateway = new GatewayFixture(server.address(),
                        builder -> builder.limits(limits(4, LONG, LONG, LONG)));
                Socket first = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                Socket second = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            String body = "{\"model\":\"" + "m".repeat((1 << 20) - 100) + "\"}";
            first.getOutputStream().write(RawHttp.request("POST", CHAT, body));
            second.getOutputStream().write(RawHttp.request("POST", CHAT, body));
            held.await();

            Response tooLarge = RawHttp.send(gateway.port(), ("POST " + CHAT
                    + " HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(tooLarge.status()).isEqualTo(413);
            Response busy = RawHttp.post(gateway.port(), CHAT, body.substring(0, 4_000));
            assertThat(busy.status()).isEqualTo(503);
            assertThat(busy.headers()).containsEntry("retry-after", "1");
            try (Socket third = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
                    Socket fourth = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
                assertThat(third.isConnected() && fourth.isConnected()).isTrue();
            }
            goesOn.countDown();
            assertThat(RawHttp.read(first.getInputStream()).status()).isEqualTo(200);
            assertThat(RawHttp.read(second.getInputStream()).status()).isEqualTo(200);
            assertThat(gateway.next().origin().model()).hasSize(128);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2\r\nContent-Length: 3", "Content-Length: 2\r\nContent-Length: 2",
            "Content-Length: 2\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: \u000bchunked", "Content-Length : 2", "Content-Length: +2", "Content-Length: 0x2",
            "Content-Length: 2, 2", "Content-Length: -1", "Content-Length: 99999999999999999999",
            "X: a\r\n Content-Length: 2", "X\u0000: a\r\nContent-Length: 2", "X: a\u0000\r\nContent-Length: 2",
            ": a\r\nContent-Length: 2", "Content-Length: 2\rX: y", "X: a\nContent-Length: 2", "Content-Length: 2\n",
            "Content-Length: 2\n\r", "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n"})
    void refusesLengthsThatServersUnderstandDifferently(String fields) throws Exception {
        try (ModelServerScript server = echoing(); GatewayFixture gateway = new GatewayFixture(server.address())) {
            String smuggled = "GET /admin HTTP/1.1\r\nHost: x\r\n\r\n";
            String answer = RawHttp.exchange(gateway.port(), ("POST " + CHAT + " HTTP/1.1\r\nHost: x\r\n" + fields
                    + "\r\n\r\n{}" + smuggled).getBytes(StandardCharsets.ISO_8859_1));

            assertThat(answer).startsWith("HTTP/1.1 400 ").doesNotContain("HTTP/1.1 200");
            assertThat(server.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../admin", "/v1/../../admin", "/v1/models/%2e%2e/%2e%2e/admin", "/v1/%252e%252e/admin",
            "http://127.0.0.1/admin", "http://evil.example/v1/../admin", "/v1\\..\\admin", "//admin", "/v1/chat/x",
            "/api/../admin", "/api/%2e%2e/admin", "/api/pull", "/v1/models/..;/admin", "/ipw/../admin", "*"})
    void refusesOtherPlacesOfTheServer(String target) throws Exception {
        try (ModelServerScript server = echoing(); GatewayFixture gateway = new GatewayFixture(server.address())) {
            for (String method : new String[]{"GET", "POST", "DELETE", "CONNECT"}) {
                String answer = RawHttp.exchange(gateway.port(), (method + " " + target
                        + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
                assertThat(answer).as(method).matches("(?s)HTTP/1.1 40[0-9] .*");
            }
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void survivesRequestsOfAnyBytes() throws Exception {
        Random random = new Random(SEED);
        String valid = new String(RawHttp.request("POST", CHAT, "{\"model\":\"m\"}"), StandardCharsets.ISO_8859_1);
        try (ModelServerScript server = echoing(); GatewayFixture gateway = new GatewayFixture(server.address())) {
            for (int i = 0; i < 200; i++) {
                byte[] bytes = malformed(random, valid).getBytes(StandardCharsets.ISO_8859_1);
                assertThat(RawHttp.exchange(gateway.port(), bytes)).as("%d: %s", i, new String(bytes,
                        StandardCharsets.ISO_8859_1)).matches("(?s)|HTTP/1\\.1 (?:200|40[0-9]|413) .*");
            }
            String head = "GET /v1/models HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(64 << 10) + "\r\n\r\n";
            assertThat(RawHttp.exchange(gateway.port(), head.getBytes(StandardCharsets.US_ASCII)))
                    .matches("(?s)|HTTP/1\\.1 413 .*");
            String many = "GET /v1/models HTTP/1.1\r\nHost: x\r\n" + "X: a\r\n".repeat(300) + "\r\n";
            assertThat(RawHttp.exchange(gateway.port(), many.getBytes(StandardCharsets.US_ASCII)))
                    .startsWith("HTTP/1.1 400 ");

            assertThat(RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}").status()).isEqualTo(200);
            assertThat(gateway.gateway().unrecordedRequests()).isZero();
            assertThat(server.requests()).allSatisfy(request -> assertThat(request.path()).isEqualTo(CHAT));
        }
    }

    /** Draws a request that is cut, or has bytes changed, doubled or left out; or bytes alone. */
    private static String malformed(Random random, String valid) {
        int at = random.nextInt(valid.length());
        return switch (random.nextInt(6)) {
            case 0 -> valid.substring(0, at);
            case 1 -> valid.substring(0, at) + (char) random.nextInt(256) + valid.substring(at + 1);
            case 2 -> valid.substring(0, at) + valid.substring(Math.min(valid.length(), at + 1 + random.nextInt(5)));
            case 3 -> valid.substring(0, at) + valid.substring(random.nextInt(valid.length()));
            case 4 -> valid.replace("\r\n", random.nextBoolean() ? "\n" : "\r");
            default -> {
                byte[] bytes = new byte[1 + random.nextInt(300)];
                random.nextBytes(bytes);
                yield new String(bytes, StandardCharsets.ISO_8859_1);
            }
        };
    }

    @Test
    void takesBodiesInChunksAndOldClients() throws Exception {
        try (ModelServerScript server = echoing(); GatewayFixture gateway = new GatewayFixture(server.address())) {
            String chunked = RawHttp.untilClosed(gateway.port(), "POST " + CHAT
                    + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3;x=y\r\n{\"a\r\n5\r\n\":12}\r\n0\r\nTrailer: a\r\n\r\n");
            assertThat(chunked).startsWith("HTTP/1.1 200 OK").endsWith("{\"a\":12}");
            String old = RawHttp.untilClosed(gateway.port(), "POST " + CHAT
                    + " HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(old).startsWith("HTTP/1.1 200 OK").contains("connection: close").endsWith("{}");
        }
    }
}
