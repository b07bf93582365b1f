package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.testing.ClosedPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class OpenAiClientFaultTests extends OpenAiFailures {
    @Test
    void reportsAPortWhereNobodyListens() throws IOException {
        try (ClosedPort port = new ClosedPort();
                OpenAiClient client = OpenAiClient.builder("http://127.0.0.1:" + port.number()).model("m").build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
            assertThat(failure).hasMessageContaining("127.0.0.1:" + port.number()).hasMessageContaining("refused");
        }
    }

    @Test
    void reportsAHostNameThatNobodyKnows() {
        // No name server is asked for a label of more than 63 characters.
        String host = "no-such-host-" + "x".repeat(64) + ".invalid";
        OpenAiClient client = OpenAiClient.builder("http://" + host + "/v1").model("m")
                .connectTimeout(Duration.ofMinutes(10)).build();

        InferenceException failure = catchThrowableOfType(InferenceException.class,
                () -> client.infer(QUESTION, sink));
        assertThat(failure.kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(failure).hasMessageContaining(host);
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
            assertThat(timeline.dispatch().retries()).isOne();
            assertThat(timeline.dispatch().connection()).isPresent();
            assertThat(timeline.sentNanos().orElseThrow())
                    .isGreaterThanOrEqualTo(timeline.dispatch().lastTryNanos().orElseThrow());
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

    @ParameterizedTest
    @ValueSource(strings = {"{\"data\":[{\"id\":\"m\"}", "oops", "[]", "7", "{\"data\":7}", ""})
    void tellsOfAListOfModelsThatIsNone(String list) throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", list));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            client.check();

            assertThat(client.warnings()).singleElement().asString().contains("/models with HTTP 200",
                    "no list of models");
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
