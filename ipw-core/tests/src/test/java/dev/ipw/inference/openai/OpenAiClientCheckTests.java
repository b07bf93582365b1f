package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.testing.ClosedPort;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class OpenAiClientCheckTests {
    private static final String MODELS = "{\"object\":\"list\",\"data\":[{\"id\":\"qwen3:8b\"},{\"id\":\"llama3.2:1b\"},"
            + "{\"id\":\"llama3.2:3b\"}]}";

    @Test
    void passesIfTheServerListsTheModel() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply
                .raw("HTTP/1.1 200 OK\r\nServer: uvicorn\r\nContent-Length: " + MODELS.length() + "\r\n\r\n" + MODELS));
                OpenAiClient client = client(server, "qwen3:8b")) {
            client.check();

            assertThat(server.requests().getFirst().method()).isEqualTo("GET");
            assertThat(server.requests().getFirst().path()).isEqualTo("/v1/models");
            assertThat(client.describe().details()).containsEntry("server", "uvicorn");
        }
    }

    @Test
    void takesAModelThatIsListedWithItsLatestTag() throws IOException {
        try (ScriptedServer server = listing("llama3.2:latest", "qwen3:8b");
                OpenAiClient client = client(server, "llama3.2")) {
            assertThatCode(client::check).doesNotThrowAnyException();
            assertThat(client.warnings()).isEmpty();
        }
    }

    @Test
    void takesAnyNameIfTheServerListsOneModelOnly() throws IOException {
        try (ScriptedServer server = listing("/models/x.gguf"); OpenAiClient client = client(server, "qwen")) {
            assertThatCode(client::check).doesNotThrowAnyException();
            assertThat(client.warnings()).singleElement().asString().contains("does not list the model 'qwen'")
                    .contains("/models/x.gguf");
        }
    }

    @Test
    void takesAModelThatIsNotListedIfToldNotToLook() throws IOException {
        try (ScriptedServer server = listing("a", "b");
                OpenAiClient told = OpenAiClient.builder(server.baseUrl()).model("c").checkModel(false).build();
                OpenAiClient untold = client(server, "c")) {
            assertThatCode(told::check).doesNotThrowAnyException();
            assertThat(told.warnings()).singleElement().asString().contains("does not list the model 'c' but a, b");
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(untold::check)
                    .withMessageContaining("check_model=false");
        }
    }

    @Test
    void namesTheNearestModelsIfTheServerLacksIt() throws IOException {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", MODELS));
                OpenAiClient client = client(server, "llama3.2")) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("no model 'llama3.2'")
                    .withMessageContaining("llama3.2:1b, llama3.2:3b, qwen3:8b");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405, 500, 503})
    void putsUpWithAServerThatListsNoModels(int status) throws IOException {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(status, "text/plain", "no models here"));
                OpenAiClient client = client(server, "m")) {
            assertThatCode(client::check).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "not json", "{\"data\":[]}", "[]", "{\"data\":[{\"id\":7}]}"})
    void putsUpWithAListThatSaysNothing(String list) throws IOException {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", list));
                OpenAiClient client = client(server, "m")) {
            assertThatCode(client::check).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void asksForAKeyIfTheServerWantsOne(int status) throws IOException {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(status, "text/plain", ""));
                OpenAiClient client = client(server, "m")) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("api_key").withMessageContaining("OPENAI_API_KEY");
        }
    }

    @Test
    void refusesAWebPageAndARedirect() throws IOException {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "text/html", "<html></html>"));
                OpenAiClient client = client(server, "m")) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("web page");
        }
        try (ScriptedServer server = ScriptedServer
                .always("HTTP/1.1 301 Moved\r\nLocation: https://elsewhere/v1/models\r\nContent-Length: 0\r\n\r\n");
                OpenAiClient client = client(server, "m")) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("https://elsewhere/v1/models");
        }
    }

    @Test
    void showsNoSecretOfARedirect() throws IOException {
        String location = "https://u:S3cret@other/v1?api_key=S3cret&code=S3cret";
        try (ScriptedServer server = ScriptedServer
                .always("HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: " + location + "\r\n\r\n");
                OpenAiClient client = client(server, "m")) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("other/v1")
                    .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("S3cret"));
        }
    }

    @Test
    void saysThatAProxyWantsALogin() throws IOException {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(407, "text/plain", ""));
                OpenAiClient client = client(server, "m")) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(client::check)
                    .withMessageContaining("HTTP 407").withMessageContaining("http.nonProxyHosts");
        }
    }

    @Test
    void saysWhereNobodyAnswers() throws IOException {
        try (ClosedPort port = new ClosedPort();
                OpenAiClient client = OpenAiClient.builder("http://127.0.0.1:" + port.number()).model("m").build()) {
            assertThatExceptionOfType(ServerUnreachableException.class).isThrownBy(client::check)
                    .withMessageContaining("http://127.0.0.1:" + port.number() + "/v1")
                    .withMessageContaining("refused").withMessageContaining("Start the server");
        }
    }

    @Test
    void doesNotWaitForeverForAServerThatSaysNothing() throws IOException {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.awaitClientLeft());
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m")
                        .firstByteTimeout(Duration.ofMillis(100)).build()) {
            assertThatExceptionOfType(ServerUnreachableException.class).isThrownBy(client::check)
                    .withMessageContaining("first_byte_timeout");
        }
    }

    private static ScriptedServer listing(String... models) throws IOException {
        String data = Arrays.stream(models).map(name -> "{\"id\":\"" + name + "\"}").collect(Collectors.joining(","));
        return ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", "{\"data\":[" + data + "]}"));
    }

    private static OpenAiClient client(ScriptedServer server, String model) {
        return OpenAiClient.builder(server.baseUrl()).model(model).build();
    }
}
