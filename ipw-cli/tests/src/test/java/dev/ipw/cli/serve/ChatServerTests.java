package dev.ipw.cli.serve;

import dev.ipw.cli.http.RawRequest;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class ChatServerTests {
    private ChatServer server;

    @BeforeEach
    void start() {
        server = ChatServer.start(new SpellingClient(), 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void answersOurOwnClient(boolean stream) throws Exception {
        try (OpenAiClient client = OpenAiClient.builder(server.baseUrl().toString()).model("spelling").stream(stream)
                .build()) {
            client.check();
            TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
            InferenceResponse response = client.infer(
                    InferenceRequest.ofPrompt("abc", GenerationOptions.defaults()), recorder);
            assertThat(response.text()).isEqualTo("cba");
            assertThat(response.usage().input()).hasValue(3);
            assertThat(response.usage().output()).hasValue(3);
            assertThat(response.finishReason()).contains("stop");
            assertThat(recorder.finish(System.nanoTime()).chunkNanos()).hasSize(stream ? 3 : 1);
        }
    }

    @Test
    void streamsAsTheProtocolSays() throws IOException {
        Reply reply = post("""
                {"model":"spelling","stream":true,"messages":[{"role":"user","content":"ab"}]}""");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).startsWith("data: {").endsWith("data: [DONE]\n\n").contains("\"role\":\"assistant\"",
                "\"content\":\"b\"", "\"finish_reason\":\"stop\"").doesNotContain("usage");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonp"})
    void wantsJsonSoThatNoPageCanSendAFormToIt(String type) throws IOException {
        Reply reply = post("""
                {"model":"spelling","messages":[{"role":"user","content":"ab"}]}""", type);
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.body()).contains("invalid_request_error", "Content-Type: application/json");
    }

    @Test
    void answersNobodyWhoCallsItByAForeignName() throws IOException {
        String body = "{\"model\":\"spelling\",\"messages\":[{\"role\":\"user\",\"content\":\"ab\"}]}";
        String answer = RawRequest.send(server.baseUrl().getPort(), "POST /v1/chat/completions HTTP/1.1\r\n"
                + "Host: rebound.example:" + server.baseUrl().getPort() + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        assertThat(answer).startsWith("HTTP/1.1 421").contains("rebound.example");
    }

    @Test
    void joinsTheTextPartsOfAMessage() throws IOException {
        Reply reply = post("""
                {"model":"spelling","messages":[{"role":"user","content":[{"type":"text","text":"ab"},
                {"type":"text","text":"cd"}]}]}""");
        assertThat(TreeReader.ofJson("reply", reply.body()).children("choices").getFirst().child("message")
                .text("content")).isEqualTo("dcba");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"{;400", "[];400", "{\"model\":\"spelling\"};400",
            "{\"model\":\"spelling\",\"messages\":[{\"role\":\"robot\",\"content\":\"a\"}]};400",
            "{\"model\":\"spelling\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}]};400",
            "{\"model\":\"spelling\",\"max_tokens\":0,\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]};400",
            "{\"model\":\"spelling\",\"max_tokens\":9999999999,\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]};400",
            "{\"model\":\"spelling\",\"temperature\":1e999,\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]};400",
            "{\"model\":\"spelling\",\"seed\":1e99,\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]};400",
            "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]};400",
            "{\"model\":\"other\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]};404",
            "{\"model\":\"spelling\",\"messages\":[{\"role\":\"user\",\"content\":\"too hard\"}]};400",
            "{\"model\":\"spelling\",\"messages\":[{\"role\":\"user\",\"content\":\"fail\"}]};500",
            "{\"model\":\"spelling\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"fail\"}]};500",
            "{\"model\":\"spelling\",\"logprobs\":true,\"messages\":[{\"role\":\"user\",\"content\":\"ab\"}]};400"})
    void answersAnErrorWithItsStatusAndReason(String body, int status) throws IOException {
        Reply reply = post(body);
        assertThat(reply.status()).isEqualTo(status);
        assertThat(TreeReader.ofJson("reply", reply.body()).child("error").text("message")).isNotBlank();
    }

    @Test
    void refusesABodyThatIsTooLarge() throws IOException {
        assertThat(post("{\"model\":\"" + "x".repeat(5 << 20) + "\"}").status()).isEqualTo(413);
    }

    @Test
    void reportsAFailureInsideAStreamThatHasBegun() throws IOException {
        Reply reply = post("""
                {"model":"spelling","stream":true,"messages":[{"role":"user","content":"fail late"}]}""");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).contains("\"error\":{\"message\":\"forgot the rest\"").doesNotContain("[DONE]");
    }

    @Test
    void listsItsModelAndItsHealth() throws IOException {
        assertThat(TreeReader.ofJson("models", get("/v1/models").body()).children("data").getFirst().text("id"))
                .isEqualTo("spelling");
        assertThat(get("/health").status()).isEqualTo(200);
        assertThat(get("/v2").status()).isEqualTo(404);
        assertThat(get("/v1/chat/completions").status()).isEqualTo(405);
    }

    @Test
    void refusesAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> ChatServer.start(new SpellingClient(), taken.getLocalPort()))
                    .isInstanceOf(ConfigurationException.class).hasMessageContaining("--port");
        }
    }

    private Reply post(String body) throws IOException {
        return post(body, "application/json; charset=utf-8");
    }

    private Reply post(String body, String type) throws IOException {
        HttpURLConnection connection = connect("/v1/chat/completions");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", type);
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        return Reply.of(connection);
    }

    private Reply get(String path) throws IOException {
        return Reply.of(connect(path));
    }

    private HttpURLConnection connect(String path) throws IOException {
        return (HttpURLConnection) server.baseUrl().resolve(URI.create(path)).toURL().openConnection();
    }

    private record Reply(int status, String body) {
        static Reply of(HttpURLConnection connection) throws IOException {
            int status = connection.getResponseCode();
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Reply(status, new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    /** Spells the prompt backwards, one letter a chunk. */
    private static final class SpellingClient implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("spelling", "spelling");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InferenceException {
            String prompt = request.messages().getLast().text();
            if (prompt.equals("fail")) {
                throw new InferenceException(FailureKind.SERVER_ERROR, "cannot spell");
            }
            if (prompt.equals("too hard")) {
                throw new InferenceException(FailureKind.CLIENT_ERROR, "too hard to spell");
            }
            String answer = new StringBuilder(prompt).reverse().toString();
            for (String letter : answer.split("")) {
                sink.chunk(ChunkKind.ANSWER, letter, System.nanoTime());
            }
            if (prompt.equals("fail late")) {
                throw new InferenceException(FailureKind.SERVER_ERROR, "forgot the rest");
            }
            return InferenceResponse.of(answer, TokenUsage.server(prompt.length(), answer.length()));
        }
    }
}
