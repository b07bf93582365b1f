package dev.ipw.meter.gateway;

import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.gateway.RawHttp.Response;
import dev.ipw.testing.Canary;
import dev.ipw.testing.ClosedPort;
import dev.ipw.testing.ModelServerScript;
import dev.ipw.testing.ModelServerScript.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What callers and servers see of each other through a gateway is what they see without it. */
class GatewayPassingTests {
    private static final String CHAT = "/v1/chat/completions";
    private static final long SEED = 20_261_129;

    static Stream<Arguments> cases() {
        return Stream.of(ApiCase.values()).flatMap(api -> api.streams()
                ? Stream.of(Arguments.of(api, true), Arguments.of(api, false))
                : Stream.of(Arguments.of(api, false)));
    }

    /** A server that answers each API, and cuts its streams where they are drawn. */
    private static ModelServerScript answering(ApiCase api, boolean isStream) throws IOException {
        return ModelServerScript.start((request, reply) -> {
            byte[] answer = api.answer(isStream).getBytes(StandardCharsets.UTF_8);
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: " + api.contentType(isStream)
                    + "\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Served-By: script\r\nTransfer-Encoding: chunked\r\n\r\n");
            Random cuts = new Random(SEED + request.body().length());
            for (int at = 0; at < answer.length;) {
                int end = Math.min(answer.length, at + 1 + cuts.nextInt(60));
                reply.raw(Integer.toHexString(end - at) + "\r\n");
                reply.raw(Arrays.copyOfRange(answer, at, end));
                reply.raw("\r\n");
                at = end;
            }
            reply.endStream();
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void passesEachApiByteForByteAndMetersIt(ApiCase api, boolean isStream) throws Exception {
        try (ModelServerScript server = answering(api, isStream);
                GatewayFixture gateway = new GatewayFixture(server.address())) {
            String[] fields = {"Content-Type: application/json", "Authorization: Bearer " + Canary.KEY,
                    "X-Other: \u00fc", "Connection: close"};
            Response direct = RawHttp.post(port(server), api.path(isStream), api.body(isStream), fields);
            Response passed = RawHttp.post(gateway.port(), api.path(isStream), api.body(isStream), fields);

            assertThat(passed.body()).isEqualTo(direct.body());
            assertThat(passed.status()).isEqualTo(200);
            assertThat(passed.isWhole()).isTrue();
            assertThat(passed.headers()).containsEntry("set-cookie", "a=1\nb=2").containsEntry("x-served-by", "script")
                    .containsEntry("content-type", api.contentType(isStream));
            Request asked = server.requests().getLast();
            assertThat(asked.body()).isEqualTo(api.body(isStream));
            assertThat(asked.path()).isEqualTo(api.path(isStream));
            assertThat(asked.headers()).containsEntry("authorization", "Bearer " + Canary.KEY);

            RequestFigures figures = gateway.next();
            assertThat(passed.headers()).containsEntry("x-ipw-request-id", figures.id());
            assertThat(figures.status()).hasValue(200);
            assertThat(figures.failure()).isEmpty();
            assertThat(figures.origin().model()).isEqualTo("m");
            assertThat(figures.tokens().input()).hasValue(12);
            assertThat(figures.tokens().output()).hasValue(api.output());
            assertThat(figures.isFinal()).isTrue();
            assertThat(figures.firstTokenIn().isPresent()).isEqualTo(api.output() > 0);
            assertThat(Canary.isIn(figures.toString() + RequestJson.line(figures))).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"400, application/json, {\"error\":{\"message\":\"too long\"}}", "401, text/plain, no",
            "404, application/json, {}", "429, application/json, {\"error\":\"busy\"}", "500, text/html, <p>",
            "503, application/json, ''", "529, application/json, {\"type\":\"error\"}"})
    void passesErrorsOfTheServer(int status, String type, String body) throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.send(status, type, body));
                GatewayFixture gateway = new GatewayFixture(server.address())) {
            Response passed = RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}");

            assertThat(passed.status()).isEqualTo(status);
            assertThat(passed.text()).isEqualTo(body);
            assertThat(passed.headers()).containsEntry("content-type", type);
            RequestFigures figures = gateway.next();
            assertThat(figures.status()).hasValue(status);
            assertThat(figures.failure()).hasValue("the server answered HTTP " + status);
        }
    }

    @Test
    void passesAnswersThatItCannotRead() throws Exception {
        String odd = "{\"choices\":[{\"delta\":{\"content\":{\"no\":1}}}]}\u0000 not JSON";
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.send(200,
                "application/json", odd));
                GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder.inBand(true))) {
            assertThat(RawHttp.post(gateway.port(), CHAT, "{\"model\":\"m\"}").text()).isEqualTo(odd);
            assertThat(gateway.next().failure()).hasValue("the answer does not have the format of its API");
        }
    }

    @Test
    void asksForTheCountsOfAStreamAndKeepsThemFromTheCaller() throws Exception {
        String usage = "\"include_usage\":true";
        Map<String, String> bodies = Map.of("{\"model\":\"m\", \"stream\":true,\"n\":1.00}",
                "{\"stream_options\":{" + usage + "},\"model\":\"m\", \"stream\":true,\"n\":1.00}",
                "{\"model\":\"m\",\"stream\":true,\"stream_options\":null}",
                "{\"model\":\"m\",\"stream\":true,\"stream_options\":{" + usage + "}}",
                "{\"stream_options\":{ \"x\":1 },\"stream\":true,\"model\":\"m\"}",
                "{\"stream_options\":{" + usage + ", \"x\":1 },\"stream\":true,\"model\":\"m\"}",
                "{\"stream_options\":{\"include_usage\": false},\"stream\":true,\"model\":\"m\"}",
                "{\"stream_options\":{\"include_usage\": true},\"stream\":true,\"model\":\"m\"}",
                "{\"stream_options\":{},\"stream\":true,\"model\":\"m\"}",
                "{\"stream_options\":{" + usage + "},\"stream\":true,\"model\":\"m\"}");
        String counts = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3}}\n\n";
        String rest = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\n";
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            boolean isAsked = request.body().contains("\"include_usage\":true")
                    || request.body().contains("\"include_usage\": true");
            reply.stream(isAsked ? List.of(rest, counts, "data: [DONE]\n\n") : List.of(rest, "data: [DONE]\n\n"));
        });
                GatewayFixture gateway = new GatewayFixture(server.address());
                GatewayFixture untouched = new GatewayFixture(server.address(),
                        builder -> builder.countStreams(false))) {
            for (String body : bodies.keySet()) {
                assertThat(RawHttp.post(gateway.port(), CHAT, body).text()).as(body)
                        .isEqualTo(RawHttp.post(port(server), CHAT, body).text()).isEqualTo(rest + "data: [DONE]\n\n");
                assertThat(gateway.next().tokens().output()).hasValue(3);
                assertThat(server.requests().get(server.requests().size() - 2).body()).isEqualTo(bodies.get(body));
                RawHttp.post(untouched.port(), CHAT, body);
                assertThat(server.requests().getLast().body()).isEqualTo(body);
                assertThat(untouched.next().tokens().output()).isEmpty();
            }
        }
    }

    @Test
    void passesModelListsAndNamedPaths() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.send(200, "text/plain",
                request.method() + " " + request.path() + request.body()));
                GatewayFixture gateway = new GatewayFixture(server.address() + "/v1",
                        builder -> builder.pass("/health").pass("/v1/x/status"))) {
            for (String path : new String[]{"/v1/models", "/v1/models/a:b", "/api/tags", "/api/version", "/health",
                    "/v1/x/status?full=1", "/v1beta/models"}) {
                assertThat(RawHttp.get(gateway.port(), path).text()).isEqualTo("GET " + path);
            }
            assertThat(RawHttp.post(gateway.port(), "/api/show", "{\"model\":\"m\"}").text())
                    .isEqualTo("POST /api/show{\"model\":\"m\"}");
            assertThat(RawHttp.get(gateway.port(), "/v1/models").headers()).doesNotContainKey("x-ipw-request-id");
            for (String path : new String[]{"/metrics", "/health/x", "/x/status", "/api/pull", "/v1/files",
                    "/v1/api/tags", "/"}) {
                assertThat(RawHttp.get(gateway.port(), path).status()).as(path).isEqualTo(403);
            }
            assertThat(RawHttp.post(gateway.port(), "/health", "{}").status()).isEqualTo(403);
            assertThat(RawHttp.post(gateway.port(), "/api/delete", "{}").text())
                    .startsWith("{\"error\":\"'POST /api/delete' is not passed on");
        }
    }

    @Test
    void keepsConnectionsOnBothSides() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.send(200,
                "application/json", request.body()));
                GatewayFixture gateway = new GatewayFixture(server.address());
                Socket caller = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
            for (int i = 0; i < 20; i++) {
                caller.getOutputStream().write(RawHttp.request("POST", "/v1/embeddings", "{\"n\":" + i + "}"));
                assertThat(RawHttp.read(caller.getInputStream()).text()).isEqualTo("{\"n\":" + i + "}");
            }
            // Two at once, as a client may send them.
            caller.getOutputStream().write(RawHttp.request("POST", "/v1/embeddings", "{\"n\":1}"));
            caller.getOutputStream().write(RawHttp.request("POST", "/v1/embeddings", "{\"n\":2}"));
            assertThat(RawHttp.read(caller.getInputStream()).text()).isEqualTo("{\"n\":1}");
            assertThat(RawHttp.read(caller.getInputStream()).text()).isEqualTo("{\"n\":2}");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    /** The server closes each connection under the second request on it, without an answer. */
    @Test
    void losesNoRequestWhereTheServerClosesKeptConnections() throws Exception {
        ApiCase api = ApiCase.CHAT;
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                GatewayFixture gateway = new GatewayFixture("http://127.0.0.1:" + server.getLocalPort())) {
            Thread.ofVirtual().start(() -> closeUnderTheSecondRequest(server, api));
            for (int i = 0; i < 12; i++) {
                Response passed = RawHttp.post(gateway.port(), CHAT, api.body(true));
                assertThat(passed.status()).isEqualTo(200);
                assertThat(passed.isWhole()).isTrue();
                assertThat(passed.text()).isEqualTo(api.answer(true));
                assertThat(gateway.next().tokens().output()).hasValue(api.output());
            }
        }
    }

    private static void closeUnderTheSecondRequest(ServerSocket server, ApiCase api) {
        while (true) {
            try (Socket connection = server.accept()) {
                RawHttp.readRequest(connection.getInputStream());
                byte[] answer = api.answer(true).getBytes(StandardCharsets.UTF_8);
                connection.getOutputStream().write(("HTTP/1.1 200 OK\r\nContent-Type: " + api.contentType(true)
                        + "\r\nContent-Length: " + answer.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                connection.getOutputStream().write(answer);
                RawHttp.readRequest(connection.getInputStream());
            } catch (IOException over) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ApiCase.class)
    void reportsAServerThatCannotBeReached(ApiCase api) throws Exception {
        try (ClosedPort closed = new ClosedPort(); GatewayFixture gateway = new GatewayFixture(closed.address())) {
            Response refused = RawHttp.post(gateway.port(), api.path(false), api.body(false));

            assertThat(refused.status()).isEqualTo(502);
            RequestFigures figures = gateway.next();
            assertThat(refused.headers()).containsEntry("x-ipw-request-id", figures.id());
            assertThat(figures.failure()).hasValue("the server could not be reached");
        }
    }

    @Test
    void sendsItsOwnKeyWhereTheCallersWas() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.send(200,
                "application/json", "{}"));
                GatewayFixture gateway = new GatewayFixture(server.address(),
                        builder -> builder.upstreamKey("the-server's-key"))) {
            RawHttp.post(gateway.port(), CHAT, "{}", "Authorization: Bearer " + Canary.KEY);
            RawHttp.post(gateway.port(), "/v1/messages", "{}", "x-api-key: " + Canary.KEY);
            RawHttp.post(gateway.port(), "/v1beta/models/m:generateContent?key=" + Canary.KEY + "&a=b", "{}");
            RawHttp.post(gateway.port(), CHAT, "{}");

            List<Request> asked = server.requests();
            assertThat(Canary.isIn(asked.toString())).isFalse();
            assertThat(asked.get(0).headers()).containsEntry("authorization", "Bearer the-server's-key");
            assertThat(asked.get(1).headers()).containsEntry("x-api-key", "the-server's-key")
                    .doesNotContainKey("authorization");
            assertThat(asked.get(2).headers()).containsEntry("x-goog-api-key", "the-server's-key");
            assertThat(asked.get(2).path()).isEqualTo("/v1beta/models/m:generateContent?a=b");
            assertThat(asked.get(3).headers()).containsEntry("authorization", "Bearer the-server's-key");
        }
    }

    /** The meter keeps no text: an answer beyond the length that a run keeps has all its figures. */
    @Test
    void metersAnswersOfAnyLength() throws Exception {
        String piece = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + "x".repeat(1 << 20)
                + "\"}}]}\n\n";
        List<String> events = new ArrayList<>(Collections.nCopies(5, piece));
        events.add("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
                + "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":5}}\n\n");
        events.add("data: [DONE]\n\n");
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.stream(events));
                GatewayFixture gateway = new GatewayFixture(server.address())) {
            assertThat(RawHttp.post(gateway.port(), CHAT, ApiCase.CHAT.body(true)).text())
                    .isEqualTo(String.join("", events));
            RequestFigures figures = gateway.next();
            assertThat(figures.failure()).isEmpty();
            assertThat(figures.tokens().output()).hasValue(5);
        }
    }

    /** Answers that are read as a whole take memory, so that beyond a share of it they are only passed on. */
    @Test
    void passesOnWholeAnswersForWhichThereIsNoRoom() throws Exception {
        String whole = "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"" + "x".repeat(4096) + "\"}}]}";
        GatewayLimits usual = GatewayLimits.DEFAULT;
        GatewayLimits small = new GatewayLimits(usual.connections(), usual.head(), usual.body(), usual.idle(), 8192,
                8192, usual.upstreamFirstByte(), usual.upstreamIdle());
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.send(200,
                "application/json", request.body().contains("long") ? whole : ApiCase.CHAT.answer(false)));
                GatewayFixture gateway = new GatewayFixture(server.address(), builder -> builder.limits(small))) {
            assertThat(RawHttp.post(gateway.port(), CHAT, "{\"model\":\"long\"}").text()).isEqualTo(whole);
            assertThat(gateway.next().failure().orElseThrow()).contains("too large to be read; it was passed on");
            RawHttp.post(gateway.port(), CHAT, ApiCase.CHAT.body(false));
            assertThat(gateway.next().tokens().output()).as("the room is free again")
                    .hasValue(ApiCase.CHAT.output());
        }
    }

    @Test
    void passesOnWithoutAMeter() throws Exception {
        try (ModelServerScript server = answering(ApiCase.CHAT, true);
                MeterGateway gateway = MeterGateway.builder(server.address()).start()) {
            Response passed = RawHttp.post(gateway.address().getPort(), CHAT, ApiCase.CHAT.body(true));

            assertThat(passed.text()).isEqualTo(ApiCase.CHAT.answer(true));
            assertThat(passed.headers()).doesNotContainKey("x-ipw-request-id");
        }
    }

    private static int port(ModelServerScript server) {
        return Integer.parseInt(server.address().replaceFirst(".*:", ""));
    }
}
