package dev.ipw.inference.openai;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.testing.ScriptedServer;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class OpenAiClientRefusalTests extends OpenAiFailures {
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
        String key = "Q7f-rQvW-aBcDeF-KjZp-xYz";
        for (int before : new int[]{2048 - 24, 2048 - 23, 2048 - 12, 2048 - 1, 4096 - 20, 4096 - 3}) {
            for (String shown : List.of(key, key.toLowerCase(Locale.ROOT))) {
                for (String filling : List.of("x", " ")) {
                    InferenceException failure = failure((request, reply) -> reply.send(401, "text/plain",
                            filling.repeat(before) + shown + "y".repeat(3000)), builder -> builder.apiKey(key));
                    assertThat(String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT)).doesNotContain("q7f",
                            "rqvw", "kjzp");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"not json: %s", "{\"error\":\"%s\"}", "{\"choices\":[], \"headers\":\"%s\"}"})
    void showsNoPartOfTheKeyInAnAnswerThatCannotBeUsed(String body) throws IOException {
        String key = "Q7f-rQvW-aBcDeF-KjZp-xYz";
        for (int before : new int[]{1, 150, 165, 180, 199}) {
            InferenceException failure = failure((request, reply) -> reply.send(200, "application/json",
                    body.formatted("x".repeat(before) + key + "y".repeat(300))), builder -> builder.apiKey(key));
            assertThat(failure.getMessage()).doesNotContain("Q7f", "rQvW", "KjZp");
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
        assertThat(proxy).hasMessageContaining("HTTP 407").hasMessageContaining("proxy=none")
                .hasMessageContaining("http.nonProxyHosts")
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
}
