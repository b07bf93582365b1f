package dev.ipw.inference.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.settings.ClientSettings;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Sends headers of the user's own, and the key in the header that a gateway wants. */
@Tag("real-time")
class ClientHeadersTests {
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final String TOKEN = "gateway-S3cret-token";

    @ParameterizedTest
    @ValueSource(strings = {"openai", "vllm", "ollama", "anthropic", "gemini"})
    void sendsHeadersOfTheUsersOwnWithEveryRequest(String id) throws Exception {
        Map<String, String> sent = sent(id, Map.of("header.X-Tenant", " acme ", "header.user-agent", "mine/1"));

        assertThat(sent).containsEntry("x-tenant", "acme").containsEntry("user-agent", "mine/1");
    }

    @Test
    void sendsThemFromABuilderAndInTheCheckToo() throws Exception {
        try (ScriptedServer server = refusing();
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").header("X-Tenant", "acme")
                        .build()) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check);
            assertThatExceptionOfType(InferenceException.class)
                    .isThrownBy(() -> client.infer(QUESTION, new RecordedSink()));

            assertThat(server.requests()).hasSize(2)
                    .allSatisfy(request -> assertThat(request.headers()).containsEntry("x-tenant", "acme"));
            assertThat(client.describe().details()).containsEntry("headers", "X-Tenant");
        }
    }

    @ParameterizedTest
    @CsvSource({"openai, api-key, api-key, the-key", "ollama, X-Key, x-key, the-key",
            "anthropic, authorization, authorization, Bearer the-key", "gemini, api-key, api-key, the-key"})
    void sendsTheKeyInTheHeaderThatIsNamed(String id, String named, String header, String value) throws Exception {
        Map<String, String> sent = sent(id, Map.of("api_key", "the-key", "api_key_header", named));

        assertThat(sent).containsEntry(header, value);
        assertThat(sent.values().stream().filter(one -> one.contains("the-key"))).hasSize(1);
    }

    @Test
    void letsAHeaderOfTheUsersOwnWinOverTheKey() throws Exception {
        assertThat(sent("openai", Map.of("api_key", "the-key", "header.authorization", "Basic abc")))
                .containsEntry("authorization", "Basic abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "Content-Length", "Content-Type", "accept-encoding", "Transfer-Encoding", "a b", "",
            "x:"})
    void refusesAHeaderThatIsNotTheUsers(String name) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> OpenAiClient.builder("http://h").header(name, TOKEN)).withMessageContaining("header")
                .satisfies(refused -> assertThat(refused).hasMessageNotContaining(TOKEN));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> OpenAiClient.builder("http://h").apiKeyHeader(name));
    }

    @Test
    void refusesAValueThatWouldBeMoreThanOneHeader() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> OpenAiClient.builder("http://h").header("X-A", TOKEN + "\r\nX-B: 1"))
                .withMessageContaining("X-A").satisfies(refused -> assertThat(refused).hasMessageNotContaining(TOKEN));
    }

    @ParameterizedTest
    @ValueSource(strings = {TOKEN, "Bearer " + TOKEN})
    void takesTheValuesOutOfWhatAServerSays(String value) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(401, "text/plain",
                "bad token " + TOKEN + " of " + request.headers()));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").header("X-Gate", value)
                        .build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, new RecordedSink()));

            assertThat(failure).hasMessageContaining("bad token [redacted]").hasMessageNotContaining("S3cret");
            assertThat(client.describe() + " " + client).doesNotContain("S3cret");
        }
    }

    @Test
    void keepsTheNamesAndNoValue() {
        ClientSettings kept = ClientSettings.NONE
                .parameters(Map.of("header.x-tenant", "acme", "api_key_header", "api-key",
                        "header.Authorization", "Bearer x", "judge_client.header.X", "y"))
                .withoutSecrets();

        assertThat(kept.parameters()).containsEntry("header.x-tenant", "[redacted]")
                .containsEntry("header.Authorization", "[redacted]").containsEntry("api_key_header", "api-key")
                .containsEntry("judge_client.header.X", "[redacted]");
    }

    private static Map<String, String> sent(String id, Map<String, String> parameters) throws Exception {
        try (ScriptedServer server = refusing();
                InferenceClient client = Plugins.builder("client", InferenceClientProvider.class).build().require(id)
                        .create(new ClientOptions(Optional.of("m"), Optional.of(URI.create(server.rootUrl())),
                                Parameters.of("client " + id, parameters), Map.of()))) {
            assertThatExceptionOfType(InferenceException.class)
                    .isThrownBy(() -> client.infer(QUESTION, new RecordedSink()));
            return server.requests().getFirst().headers();
        }
    }

    /** A server that says no: what it was sent is all that counts. */
    private static ScriptedServer refusing() throws Exception {
        return ScriptedServer.start((request, reply) -> reply.send(403, "text/plain", "no"));
    }
}
