package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.wire.ServingLimits;
import dev.ipw.testing.ModelServerScript;
import dev.ipw.testing.ModelServerScript.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a program with a task's key can reach behind the proxy, and what it can hold. */
class ForeignRequestTests {
    private static final String KEY = "the-server's-key";
    private static final Duration SHORT = Duration.ofMillis(20);

    private static ModelServerScript server() throws IOException {
        return ModelServerScript.start((request, reply) -> reply.send(200, "application/json", "{\"data\":[]}"));
    }

    private static String send(int port, String bytes) throws IOException {
        try (Socket program = new Socket(InetAddress.getLoopbackAddress(), port)) {
            program.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String request(RecordedCalls proxy, String method, String target, String... fields)
            throws IOException {
        return send(proxy.port(), method + " " + target + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + proxy.key()
                + "\r\nConnection: close\r\nContent-Length: 2\r\n" + String.join("", fields) + "\r\n{}");
    }

    private static JsonNode body(String answer) throws Exception {
        return Json.parse(answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../../x", "/v1/../../../admin", "/v1/models/../../admin", "/v1/%2e%2e/admin",
            "/v1/models/%2e%2e%2f%2e%2e/admin", "/v1/%252e%252e/admin", "/v1/..%5c..%5cadmin", "/v1\\..\\admin",
            "//admin",
            "/v1//..//admin", "/./admin", "/v1/", "/", "/admin", "http://127.0.0.1/admin",
            "HTTP://evil.example/v1/../admin",
            "/v1/chat/completions/../../admin", "/v1/chat/completions/x", "/v1/messages/batches", "/v1/files",
            "/v1/fine_tuning/jobs", "/v1/organization/admin_api_keys", "/health", "/metrics", "/v1beta/cachedContents",
            "/v1beta/files", "/v1beta/models/g:predict", "/v1/v1/models", "/v1/models#/../../admin", "/v1/models%3fx",
            "/v1/chat/completions;x", "/V1/MODELS", "/v1/models/..;/..;/admin", "/v1/models/..;x=1/..%3b/admin",
            "/v1/models/.;/..;/..;/admin/x;:generateContent"})
    void refusesAndCountsWhatNoProgramNeeds(String target) throws Exception {
        try (ModelServerScript server = server();
                RecordedCalls proxy = new RecordedCalls(server.address() + "/prefix/v1", Optional.of(KEY))) {
            for (String method : new String[]{"GET", "POST"}) {
                String answer = request(proxy, method, target);

                assertThat(answer).as(method).startsWith("HTTP/1.1 403 ").doesNotContain(KEY);
                assertThat(body(answer).path("error").path("message").asText()).contains("is not passed on");
            }
            assertThat(server.requests()).isEmpty();
            assertThat(proxy.task().refusedRequests()).isEqualTo(2);
            assertThat(proxy.task().firstRefused()).hasSize(2);
            assertThat(proxy.ended()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"DELETE, /v1/models", "PUT, /v1/models", "PATCH, /v1/chat/completions", "GET, /v1/chat/completions",
            "POST, /v1/models", "OPTIONS, /v1/models", "CONNECT, /v1/models", "delete, /v1/models", "TRACE, /v1/models",
            "GET, /v1/messages", "DELETE, /v1/responses/r1"})
    void refusesOtherMethods(String method, String target) throws Exception {
        try (ModelServerScript server = server();
                RecordedCalls proxy = new RecordedCalls(server.address(), Optional.of(KEY))) {
            assertThat(request(proxy, method, target)).startsWith("HTTP/1.1 403 ");
            assertThat(server.requests()).isEmpty();
            assertThat(proxy.task().refusedRequests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET, /v1/models, GET /api/v1/models", "GET, //v1///models/, GET /api/v1/models",
            "GET, /v1/x/../models, GET /api/v1/models", "GET, /v1/%6dodels, GET /api/v1/models",
            "GET, http://127.0.0.1/v1/models?a=b, GET /api/v1/models?a=b", "GET, /models, GET /api/v1/models",
            "POST, /v1/chat/completions, POST /api/v1/chat/completions",
            "POST, /v1/completions, POST /api/v1/completions",
            "POST, /v1/responses, POST /api/v1/responses", "POST, /v1/embeddings, POST /api/v1/embeddings",
            "POST, /v1/messages?beta=true, POST /api/v1/messages?beta=true",
            "POST, /v1/messages/count_tokens, POST /api/v1/messages/count_tokens",
            "POST, /v1/responses/input_tokens, POST /api/v1/responses/input_tokens",
            "POST, /tokenize, POST /api/tokenize",
            "POST, /v1beta/models/g:generateContent, POST /api/v1beta/models/g:generateContent",
            "POST, /v1beta/models/a b:countTokens, ''",
            "POST, /v1beta/models/a%20b:countTokens, POST /api/v1beta/models/a%20b:countTokens",
            "GET, /v1beta/models, GET /api/v1beta/models"})
    void passesOnWhatProgramsNeedInItsOneForm(String method, String target, String reached) throws Exception {
        try (ModelServerScript server = server();
                RecordedCalls proxy = new RecordedCalls(server.address() + "/api/v1", Optional.of(KEY))) {
            String answer = request(proxy, method, target);
            if (reached.isEmpty()) {
                assertThat(answer).startsWith("HTTP/1.1 400 ");
                return;
            }

            assertThat(answer).startsWith("HTTP/1.1 200 ");
            assertThat(server.requests()).extracting(one -> one.method() + " " + one.path()).containsExactly(reached);
            assertThat(proxy.task().refusedRequests()).isZero();
        }
    }

    @Test
    void refusesInTheFormOfEachProtocol() throws Exception {
        try (RecordedCalls proxy = new RecordedCalls("http://127.0.0.1:1", Optional.of(KEY))) {
            JsonNode openAi = body(request(proxy, "DELETE", "/v1/models"));
            JsonNode anthropic = body(request(proxy, "DELETE", "/v1/models", "anthropic-version: 2023-06-01\r\n"));
            JsonNode google = body(
                    request(proxy, "DELETE", "/v1beta/models", "x-goog-api-key: " + proxy.key() + "\r\n"));

            assertThat(openAi.path("error").path("type").asText()).isEqualTo("permission_error");
            assertThat(openAi.path("error").has("param")).isTrue();
            assertThat(anthropic.path("type").asText()).isEqualTo("error");
            assertThat(anthropic.path("error").path("type").asText()).isEqualTo("permission_error");
            assertThat(google.path("error").path("status").asText()).isEqualTo("PERMISSION_DENIED");
            assertThat(google.path("error").path("code").asInt()).isEqualTo(403);
        }
    }

    @Test
    void namesFewOfManyRefusedRequestsAndNoKey() throws Exception {
        try (RecordedCalls proxy = new RecordedCalls("http://127.0.0.1:1", Optional.of(KEY))) {
            for (int i = 0; i < 30; i++) {
                request(proxy, "GET", "/admin/" + proxy.key() + "/" + i);
            }

            assertThat(proxy.task().refusedRequests()).isEqualTo(30);
            assertThat(proxy.task().firstRefused()).hasSize(20).contains("GET /admin/KEY/0");
        }
    }

    private static ProxyTask open(RecordingProxy proxy) {
        return proxy.open(call -> {});
    }

    @Test
    void endsConnectionsThatSendNothingOrHalfARequest() throws Exception {
        try (ModelServerScript server = server();
                RecordingProxy proxy = RecordingProxy.start(
                        Upstream.of(server.address(), Optional.empty(), name -> Optional.empty()),
                        new ServingLimits(10, SHORT, SHORT, SHORT));
                ProxyTask task = open(proxy)) {
            assertThat(answer(proxy.port(), "")).as("nothing").isEmpty();
            // A machine that is busy may come to read it only when the time is over.
            for (String half : new String[]{"POST /v1/embed", head(task)}) {
                assertThat(answer(proxy.port(), half)).as(half).matches("(?s)|HTTP/1.1 408 .*");
            }
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void saysThatABodyDidNotComeInTime() throws Exception {
        try (ModelServerScript server = server();
                RecordingProxy proxy = RecordingProxy.start(
                        Upstream.of(server.address(), Optional.empty(), name -> Optional.empty()),
                        new ServingLimits(10, Duration.ofHours(1), SHORT, Duration.ofHours(1)));
                ProxyTask task = open(proxy)) {
            assertThat(answer(proxy.port(), head(task) + "Content-Length: 9\r\n\r\nhalf"))
                    .startsWith("HTTP/1.1 408 ").contains("did not come in time");
            assertThat(server.requests()).isEmpty();
        }
    }

    private static String head(ProxyTask task) {
        return "POST /v1/embeddings HTTP/1.1\r\nAuthorization: Bearer " + task.key() + "\r\n";
    }

    @Test
    void endsAnIdleConnectionBehindAnAnswerAndNoneThatWaitsForOne() throws Exception {
        CountDownLatch idleEnded = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            if (request.body().equals("{1}")) {
                // Longer than a connection may be idle: another one was ended for it meanwhile.
                idleEnded.await();
            }
            reply.send(200, "application/json", request.body());
        });
                RecordingProxy proxy = RecordingProxy.start(
                        Upstream.of(server.address(), Optional.empty(), name -> Optional.empty()),
                        new ServingLimits(10, Duration.ofHours(1), Duration.ofHours(1), SHORT));
                ProxyTask task = open(proxy);
                Socket waiting = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            String head = head(task) + "Content-Length: 3\r\n\r\n";
            waiting.getOutputStream().write((head + "{1}").getBytes(StandardCharsets.US_ASCII));
            assertThat(answer(proxy.port(), head + "{2}")).startsWith("HTTP/1.1 200 ").endsWith("{2}");
            idleEnded.countDown();

            assertThat(new String(waiting.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ").endsWith("{1}");
            assertThat(server.requests()).extracting(Request::body).containsExactlyInAnyOrder("{1}", "{2}");
        }
    }

    @Test
    void takesNoMoreConnectionsThanItsLimit() throws Exception {
        try (RecordingProxy proxy = RecordingProxy.start(
                Upstream.of("http://127.0.0.1:1", Optional.empty(), name -> Optional.empty()),
                new ServingLimits(2, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)));
                Socket first = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                Socket second = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            assertThat(answer(proxy.port(), "")).isEmpty();
            first.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            first.shutdownOutput();

            assertThat(new String(first.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 401 ");
            assertThat(second.isClosed()).isFalse();
        }
    }

    /** Send bytes, leave the connection open, and read until the proxy closes it. */
    private static String answer(int port, String bytes) throws IOException {
        try (Socket program = new Socket(InetAddress.getLoopbackAddress(), port)) {
            program.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
            return rest(program.getInputStream());
        }
    }

    private static String rest(InputStream in) throws IOException {
        try {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (SocketException reset) {
            // A connection that is refused may be reset.
            return "";
        }
    }
}
