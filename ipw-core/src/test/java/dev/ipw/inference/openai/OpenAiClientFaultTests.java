package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.exchange.AnswerText;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Tag("real-time")
class OpenAiClientFaultTests {
    private static final String CONTENT = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"half\"}}]}";
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final Duration SHORT = Duration.ofMillis(300);

    private final RecordedSink sink = new RecordedSink();

    @Test
    void reportsAnErrorStatusWithWhatTheServerSaid() throws IOException {
        InferenceException failure = failure(
                (request, reply) -> reply.send(500, "application/json",
                        "{\"error\":{\"message\":\"out of\\n memory\"}}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("HTTP 500").hasMessageContaining("out of").hasMessageContaining("/v1");
        assertThat(sink.firstByteNanos()).isGreaterThan(sink.sentNanos());
    }

    @Test
    void keepsOnlyTheStartOfALongErrorBody() throws IOException {
        InferenceException failure = failure(
                (request, reply) -> reply.send(400, "text/plain", "too long ".repeat(100_000)));

        assertThat(failure.getMessage()).hasSizeBetween(2000, 2300).contains("HTTP 400", "too long");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void namesTheKeyIfTheServerLetsNobodyIn(int status) throws IOException {
        InferenceException failure = failure((request, reply) -> reply.send(status, "application/json",
                "{\"error\":\"Incorrect API key: sk-secret\"}"), builder -> builder.apiKey("sk-secret"));

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("HTTP " + status).hasMessageContaining("api_key")
                .hasMessageContaining("OPENAI_API_KEY");
        assertThat(failure.getMessage()).doesNotContain("sk-secret");
    }

    @Test
    void showsNoPartOfTheKeyWhereverWhatTheServerSaidIsCut() throws IOException {
        String key = "Q7f-4711-aBcDeF-0815-xYz";
        for (int before : new int[]{2048 - 24, 2048 - 23, 2048 - 12, 2048 - 1, 4096 - 20, 4096 - 3}) {
            for (String shown : List.of(key, key.toLowerCase(Locale.ROOT))) {
                for (String filling : List.of("x", " ")) {
                    InferenceException failure = failure((request, reply) -> reply.send(401, "text/plain",
                            filling.repeat(before) + shown + "y".repeat(3000)), builder -> builder.apiKey(key));
                    assertThat(String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT)).doesNotContain("q7f",
                            "4711", "0815");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"not json: %s", "{\"error\":\"%s\"}", "{\"choices\":[], \"headers\":\"%s\"}"})
    void showsNoPartOfTheKeyInAnAnswerThatCannotBeUsed(String body) throws IOException {
        String key = "Q7f-4711-aBcDeF-0815-xYz";
        for (int before : new int[]{1, 150, 165, 180, 199}) {
            InferenceException failure = failure((request, reply) -> reply.send(200, "application/json",
                    body.formatted("x".repeat(before) + key + "y".repeat(300))), builder -> builder.apiKey(key));
            assertThat(failure.getMessage()).doesNotContain("Q7f", "4711", "0815");
        }
    }

    @Test
    void readsNoMoreOfAHeaderThanItShows() throws IOException {
        InferenceException failure = failure((request, reply) -> reply
                .raw("HTTP/1.1 429 Slow\r\nRetry-After: " + "a".repeat(60_000) + "\r\nContent-Length: 0\r\n\r\n"));
        assertThat(failure.getMessage()).hasSizeLessThan(400).contains("HTTP 429");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 407, 500})
    void endsTheMessageWhereTheServerSaidNoMore(int status) throws IOException {
        InferenceException failure = failure((request, reply) -> reply.send(status, "application/json", ""));

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure.getMessage()).contains("HTTP " + status).doesNotEndWith(":").doesNotEndWith(" ");
    }

    @Test
    void showsWhatTheServerSaysOfARefusedLogin() throws IOException {
        InferenceException key = failure((request, reply) -> reply.send(401, "text/plain", "who are you"));
        InferenceException proxy = failure((request, reply) -> reply.send(407, "text/plain", "who are you"));

        assertThat(key).hasMessageContaining("HTTP 401").hasMessageEndingWith("set OPENAI_API_KEY): who are you");
        assertThat(proxy).hasMessageContaining("HTTP 407").hasMessageContaining("http.nonProxyHosts")
                .hasMessageEndingWith("): who are you");
    }

    @Test
    void showsNoSecretOfAnAddressThatTheServerNames() throws IOException {
        InferenceException failure = failure((request, reply) -> reply
                .raw("HTTP/1.1 307 Moved\r\nLocation: https://other/v1?api_key=S3cret\r\nContent-Length: 43\r\n\r\n"
                        + "gone to https://other/v1?api_key=S3cret&x=1"));

        assertThat(failure).hasMessageContaining("https://other/v1").hasMessageContaining("gone to");
        assertThat(failure.getMessage()).doesNotContain("S3cret");
    }

    @Test
    void keepsTheStatusIfItsExplanationIsCut() throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.raw("HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nhal");
            reply.close();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("503");
    }

    @Test
    void saysWhereARedirectLeads() throws IOException {
        InferenceException failure = failure((request, reply) -> reply
                .raw("HTTP/1.1 308 Moved\r\nLocation: https://other/v1\r\nContent-Length: 0\r\n\r\n"));

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("308").hasMessageContaining("https://other/v1");
    }

    @Test
    void reportsAPortWhereNobodyListens() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        OpenAiClient client = OpenAiClient.builder("http://127.0.0.1:" + port).model("m").build();

        InferenceException failure = catchThrowableOfType(InferenceException.class,
                () -> client.infer(QUESTION, sink));
        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("127.0.0.1:" + port).hasMessageContaining("refused");
    }

    @Test
    void reportsAHostNameThatNobodyKnows() {
        OpenAiClient client = OpenAiClient.builder("http://no-such-host.invalid/v1").model("m")
                .connectTimeout(Duration.ofMinutes(1)).build();

        InferenceException failure = catchThrowableOfType(InferenceException.class,
                () -> client.infer(QUESTION, sink));
        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("no-such-host.invalid");
    }

    @Test
    void keepsWhatCameBeforeTheConnectionBroke() throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            reply.chunk(("data: " + CONTENT + "\ndata: cut").getBytes(StandardCharsets.UTF_8));
            reply.close();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("halfhalf");
    }

    @Test
    void reportsAStreamThatEndsBeforeTheAnswerDoes() throws IOException {
        assertThat(failure((request, reply) -> reply.stream(CONTENT)).kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(failure((request, reply) -> reply.stream()).kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(failure((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: " + CONTENT
                    + "\n\ndata: {\"choices\":[");
            reply.close();
        }).kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("halfhalf");
    }

    @Test
    void reportsABodyShorterThanItsLength() throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"choices\":");
            reply.close();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TRUNCATED);
    }

    @Test
    void reportsAConnectionThatClosesWithoutAWord() throws IOException {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.close());
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.TRUNCATED);
            // The JDK would send an unbounded POST a second time.
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void sendsOnceMoreIfAKeptConnectionClosesAndCountsThat() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (reply.before() == 0) {
                reply.stream(CONTENT, "[DONE]");
            } else {
                reply.close();
            }
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            client.infer(InferenceRequest.ofPrompt("first", GenerationOptions.defaults()), sink);
            TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
            client.infer(QUESTION, recorder);

            assertThat(server.requests()).hasSize(3);
            ResponseTimeline timeline = recorder.finish(System.nanoTime());
            assertThat(timeline.departure().retries()).isOne();
            assertThat(timeline.departure().connection()).isPresent();
            assertThat(timeline.sentNanos().orElseThrow())
                    .isGreaterThanOrEqualTo(timeline.departure().lastTryNanos().orElseThrow());
        }
    }

    @Test
    void doesNotSendThreeTimesToAServerThatClosesConnections() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (request.body().contains("first")) {
                reply.stream(CONTENT, "[DONE]");
            } else {
                reply.close();
            }
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            client.infer(InferenceRequest.ofPrompt("first", GenerationOptions.defaults()), sink);
            assertThatExceptionOfType(InferenceException.class).isThrownBy(() -> client.infer(QUESTION, sink));

            assertThat(server.requests()).hasSize(3);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void sendsNoKeyWhereARedirectLeads(int status) throws Exception {
        try (ScriptedServer other = ScriptedServer.start((request, reply) -> reply.stream(CONTENT, "[DONE]"));
                ScriptedServer server = ScriptedServer.always("HTTP/1.1 " + status + " Moved\r\nLocation: "
                        + other.baseUrl() + "/chat/completions\r\nContent-Length: 0\r\n\r\n");
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").apiKey("sk-secret").build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure).hasMessageContaining(String.valueOf(status));
            assertThat(server.requests()).hasSize(1);
            assertThat(other.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"choices\":[{]}", "hello", "[1,2]", "\"text\"", "{\"choices\":[}\u0000"})
    void reportsGarbageWithAnExcerpt(String garbage) throws IOException {
        InferenceException failure = failure((request, reply) -> reply.stream(CONTENT, garbage, "[DONE]"));

        assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(failure).hasMessageContaining(garbage.replace("\u0000", "").strip());
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @Test
    void reportsGarbageInPlaceOfHttp() throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.raw("SSH-2.0-OpenSSH_9.9\r\n".repeat(10));
            reply.close();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED);
    }

    @Test
    void reportsACompressedAnswerThatNobodyAskedFor() throws IOException {
        InferenceException failure = failure((request, reply) -> reply
                .raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"));

        assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(failure).hasMessageContaining("gzip");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"error\":{\"message\":\"context too long\",\"code\":400}}",
            "{\"error\":\"context too long\"}", "{\"object\":\"error\",\"message\":\"context too long\"}"})
    void reportsAnErrorInsideASuccess(String error) throws IOException {
        InferenceException inStream = failure((request, reply) -> reply.stream(CONTENT, error));
        InferenceException inBody = failure((request, reply) -> reply.send(200, "application/json", error));

        assertThat(inStream.kind()).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(inStream).hasMessageContaining("context too long");
        assertThat(inBody.kind()).isEqualTo(FailureKind.SERVER_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"message\":\"out of memory\"}", "out of memory", "{\"error\":\"out of memory\"}"})
    void reportsAnErrorEvent(String data) throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            reply.chunk(("event: error\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
            reply.event("[DONE]");
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(failure).hasMessageContaining("out of memory");
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @Test
    void reportsAnErrorEventWithoutAReason() throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            reply.chunk("event: error\ndata:\n\n".getBytes(StandardCharsets.UTF_8));
            reply.event("[DONE]");
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.SERVER_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "{\"text\":\"4\"}", "[{\"type\":\"image_url\"}]", "[7]", "[[]]",
            "[{\"type\":\"text\",\"text\":7}]"})
    void reportsContentThatHoldsNoText(String content) throws IOException {
        InferenceException streamed = failure((request, reply) -> reply
                .stream("{\"choices\":[{\"delta\":{\"content\":" + content + "},\"finish_reason\":\"stop\"}]}"));
        InferenceException whole = failure((request, reply) -> reply.send(200, "application/json",
                "{\"choices\":[{\"message\":{\"content\":" + content + "},\"finish_reason\":\"stop\"}]}"));

        assertThat(streamed.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(streamed).hasMessageContaining("text");
        assertThat(whole.kind()).isEqualTo(FailureKind.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"text\":7", ",\"message\":\"4\"", ",\"delta\":null"})
    void reportsAChoiceWithoutAnAnswer(String field) throws IOException {
        String choice = "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\"" + field + "}]}";

        assertThat(failure((request, reply) -> reply.send(200, "application/json", choice)).kind())
                .isEqualTo(FailureKind.MALFORMED);
        assertThat(failure((request, reply) -> reply.stream(choice, "[DONE]")).kind())
                .isEqualTo(FailureKind.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"content\":\"%s\"}", "{\"reasoning\":\"%s\"}",
            "{\"tool_calls\":[{\"function\":{\"arguments\":\"%s\"}}]}"})
    void refusesAnAnswerThatIsTooLongInAll(String delta) throws IOException {
        int pieces = 8;
        String piece = delta.formatted("x".repeat(AnswerText.MOST_CHARACTERS / pieces));
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            for (int i = 0; i < pieces; i++) {
                reply.event("{\"choices\":[{\"delta\":" + piece + "}]}");
            }
            reply.event("{\"choices\":[{\"delta\":{\"content\":\"y\"}}]}");
            reply.event("[DONE]");
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(failure).hasMessageContaining("4194304").hasMessageContaining("max_tokens");
        assertThat(sink.chunks()).hasSize(pieces);
    }

    @Test
    void refusesAWholeAnswerThatIsTooLong() throws IOException {
        String completion = "{\"choices\":[{\"message\":{\"content\":\"" + "x".repeat(AnswerText.MOST_CHARACTERS + 1)
                + "\"},\"finish_reason\":\"stop\"}]}";
        InferenceException failure = failure((request, reply) -> reply.send(200, "application/json", completion));

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(failure).hasMessageContaining("max_tokens");
    }

    @Test
    void reportsASuccessThatIsNoCompletion() throws IOException {
        InferenceException page = failure((request, reply) -> reply.send(200, "text/html", "<html>Welcome</html>"));
        InferenceException text = failure((request, reply) -> reply.send(200, "text/plain", "It works"));
        InferenceException json = failure((request, reply) -> reply.send(200, "application/json", "{\"ok\":true}"));
        InferenceException done = failure((request, reply) -> reply.stream("[DONE]"));

        assertThat(page.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(page).hasMessageContaining("Welcome").hasMessageContaining("base URL");
        assertThat(text.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(text).hasMessageContaining("text/plain");
        assertThat(json.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(json).hasMessageContaining("choices");
        assertThat(done.kind()).isEqualTo(FailureKind.MALFORMED);
    }

    @Test
    void readsEventsUnderAWrongContentType() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .always("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\ndata: " + CONTENT + "\n\ndata: [DONE]\n\n");
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            assertThat(client.infer(QUESTION, sink).text()).isEqualTo("half");
        }
    }

    @Test
    void refusesALineThatIsTooLong() throws IOException {
        byte[] part = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            for (int i = 0; i < 5; i++) {
                reply.chunk(part);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
    }

    @Test
    void refusesAnEventThatIsTooLarge() throws IOException {
        byte[] line = ("data: " + "x".repeat(1 << 20) + "\n").getBytes(StandardCharsets.US_ASCII);
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream();
            for (int i = 0; i < 9; i++) {
                reply.chunk(line);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void refusesABodyThatIsTooLarge() throws IOException {
        byte[] part = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        InferenceException failure = failure((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
            while (true) {
                reply.raw(part);
            }
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
    }

    @Test
    void givesUpOnAServerThatAcceptsAndSaysNothing() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.awaitClientLeft());
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").firstByteTimeout(SHORT)
                        .build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.FIRST_BYTE_TIMEOUT);
            assertThat(failure).hasMessageContaining("300 ms").hasMessageContaining("first_byte_timeout");
            assertThat(server.awaitClientLeft()).isTrue();
        }
    }

    @Test
    void givesUpOnAStreamThatStandsStill() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            reply.awaitClientLeft();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").idleTimeout(SHORT).build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.IDLE_TIMEOUT);
            assertThat(failure).hasMessageContaining("300 ms").hasMessageContaining("idle_timeout");
            assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("half");
            assertThat(server.awaitClientLeft()).isTrue();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void givesUpOnAStreamThatDribbles() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.dribble((byte) ':');
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").totalTimeout(SHORT).build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.TOTAL_TIMEOUT);
            assertThat(failure).hasMessageContaining("300 ms").hasMessageContaining("total_timeout");
            assertThat(server.awaitClientLeft()).isTrue();
        }
    }

    @Test
    void givesUpOnAHeadThatDribbles() throws IOException {
        InferenceException failure = failure((request, reply) -> {
            reply.raw("HTTP/1.1 200 OK\r\nX-Long: ");
            while (true) {
                reply.raw("x");
                Thread.sleep(2);
            }
        }, builder -> builder.firstByteTimeout(SHORT));

        assertThat(failure.kind()).isEqualTo(FailureKind.FIRST_BYTE_TIMEOUT);
    }

    @Test
    void waitsForAWholeAnswerAsLongAsTheTotalLimitAllows() throws IOException {
        InferenceException failure = failure((request, reply) -> reply.awaitClientLeft(),
                builder -> builder.stream(false).firstByteTimeout(Duration.ofMillis(1)).totalTimeout(SHORT));

        assertThat(failure.kind()).isEqualTo(FailureKind.TOTAL_TIMEOUT);
    }

    @Test
    void givesUpOnAConnectionThatIsNotAccepted() throws IOException {
        // Once its queue is full, a listener that accepts nobody leaves the next ones without an answer.
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> queued = new ArrayList<>();
            boolean isFull = false;
            for (int i = 0; i < 8 && !isFull; i++) {
                Socket socket = new Socket();
                queued.add(socket);
                try {
                    socket.connect(full.getLocalSocketAddress(), 200);
                } catch (SocketTimeoutException unanswered) {
                    isFull = true;
                }
            }
            assumeTrue(isFull, "this system queues without end");
            OpenAiClient client = OpenAiClient.builder("http://127.0.0.1:" + full.getLocalPort()).model("m")
                    .connectTimeout(SHORT).firstByteTimeout(SHORT).build();
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.CONNECT_TIMEOUT);
            assertThat(failure).hasMessageContaining("connect_timeout");
            assertThat(sink.sentNanos()).isZero();
            for (Socket socket : queued) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void freesTheServersSlotWhenTheCallerIsInterrupted(boolean virtual) throws Exception {
        CountDownLatch streaming = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.event(CONTENT);
            streaming.countDown();
            reply.awaitClientLeft();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            Runnable call = () -> {
                try {
                    client.infer(QUESTION, sink);
                } catch (InferenceException | InterruptedException stopped) {
                    thrown.set(stopped);
                }
            };
            Thread caller = virtual ? Thread.ofVirtual().start(call) : Thread.ofPlatform().start(call);
            streaming.await();
            caller.interrupt();

            assertThat(server.awaitClientLeft()).isTrue();
            caller.join();
            assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void sendsNothingIfTheCallerIsInterruptedAlready() throws Exception {
        try (ScriptedServer server = ScriptedServer.always("");
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> client.infer(QUESTION, sink));
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void letsAFailingSinkFailTheCall() throws IOException {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(CONTENT, "[DONE]"));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            RecordedSink failing = new RecordedSink() {
                @Override
                public void chunk(ChunkKind kind, String text, long nanos) {
                    throw new IllegalStateException("full");
                }
            };
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> client.infer(QUESTION, failing))
                    .withMessage("full");
        }
    }

    private InferenceException failure(ScriptedServer.Script script) throws IOException {
        return failure(script, builder -> builder);
    }

    private InferenceException failure(ScriptedServer.Script script, UnaryOperator<OpenAiClient.Builder> settings)
            throws IOException {
        try (ScriptedServer server = ScriptedServer.start(script);
                OpenAiClient client = settings.apply(OpenAiClient.builder(server.baseUrl()).model("m")).build()) {
            return catchThrowableOfType(InferenceException.class, () -> client.infer(QUESTION, sink));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"data\":[{\"id\":\"m\"}", "oops", "[]", "7", "{\"data\":7}", ""})
    void tellsOfAListOfModelsThatIsNone(String list) throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", list));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            client.check();

            assertThat(client.warnings()).singleElement().asString().contains("/models with HTTP 200",
                    "no list of models", "without knowing whether it has it");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-OpenSSH_9.6\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{}"})
    void doesNotCallAServerThatAnswersNonsenseUnreachable(String answer) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.raw(answer);
            reply.close();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            assertThatThrownBy(client::check).isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("Something answers at " + server.baseUrl())
                    .hasMessageContaining("cannot be read").hasMessageNotContaining("No model server answers");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"65536", "99999", "2147483647"})
    void refusesAPortThatThereIsNot(String port) {
        assertThatThrownBy(() -> OpenAiClient.builder("http://127.0.0.1:" + port + "/v1"))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("the port must be from 0 to 65535");
    }
}
