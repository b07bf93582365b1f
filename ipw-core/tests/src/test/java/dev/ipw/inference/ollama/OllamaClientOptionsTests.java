package dev.ipw.inference.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.internal.OllamaClientProvider;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class OllamaClientOptionsTests {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"''|http://localhost:11434", "' '|http://localhost:11434",
            "example.org|http://example.org:11434", "example.org:1234|http://example.org:1234",
            "example.org:|http://example.org:11434", "example.org:99999|http://example.org:11434",
            "example.org:port|http://example.org:11434", "http://example.org|http://example.org:80",
            "https://example.org|https://example.org:443", "https://example.org:1234/|https://example.org:1234",
            "http://example.org:1234/ollama|http://example.org:1234/ollama",
            "example.org/ollama|http://example.org:11434/ollama", ":1234|http://127.0.0.1:1234",
            "0.0.0.0|http://127.0.0.1:11434", "0.0.0.0:1234|http://127.0.0.1:1234", "[::]:1234|http://[::1]:1234",
            "::1|http://[::1]:11434", "[::1]|http://[::1]:11434", "[::1]:1234|http://[::1]:1234",
            "\"example.org\"|http://example.org:11434", " 'example.org:1' |http://example.org:1",
            "ollama.com|https://ollama.com:443"})
    void readsOllamasOwnVariable(String variable, String address) {
        ClientOptions options = new ClientOptions(Optional.of("m"), Optional.empty(),
                Parameters.of("client ollama", Map.of("serving_host", "remote")), Map.of("OLLAMA_HOST", variable));

        assertThat(new OllamaClientProvider().create(options).describe().endpoint()).contains(URI.create(address));
    }

    @Test
    void takesABaseUrlBeforeTheVariable() {
        ClientOptions options = new ClientOptions(Optional.of("m"), Optional.of(URI.create("http://127.0.0.1:1/")),
                Parameters.none("client ollama"), Map.of("OLLAMA_HOST", "example.org"));
        InferenceClient client = new OllamaClientProvider().create(options);

        assertThat(client.describe().endpoint()).contains(URI.create("http://127.0.0.1:1"));
        assertThat(client.describe().servingHost()).isEqualTo(ServingHost.LOCAL);
        assertThat(OllamaClient.builder().model("m").build().describe().endpoint())
                .contains(URI.create("http://localhost:11434"));
    }

    @Test
    void refusesAVariableThatIsNoAddress() {
        ClientOptions options = new ClientOptions(Optional.of("m"), Optional.empty(),
                Parameters.none("client ollama"), Map.of("OLLAMA_HOST", "ftp://example.org"));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new OllamaClientProvider().create(options)).withMessageContaining("http://");
    }

    @Test
    void turnsEveryParameterIntoWhatIsSent() throws Exception {
        Map<String, String> parameters = Map.ofEntries(Map.entry("api", "generate"), Map.entry("keep_alive", "30s"),
                Map.entry("think", "true"), Map.entry("option.num_ctx", "8192"), Map.entry("option.mirostat", "null"),
                Map.entry("temperature", "0.3"), Map.entry("top_p", "0.8"), Map.entry("max_tokens", "12"),
                Map.entry("seed", "5"), Map.entry("stop", "[\"a\",\"b\"]"), Map.entry("body.raw", "true"),
                Map.entry("body.suffix", "end"), Map.entry("stream", "false"));
        JsonNode body = sent(parameters);

        assertThat(body).isEqualTo(Json.parse("""
                {"model": "m", "prompt": "q", "stream": false, "options": {"temperature": 0.3, "num_predict": 12,
                 "top_p": 0.8, "seed": 5, "stop": ["a", "b"], "num_ctx": 8192},
                 "keep_alive": "30s", "think": true, "raw": true, "suffix": "end"}"""));
        assertThat(sent(Map.of("think", "high", "keep_alive", "0")).path("think").textValue()).isEqualTo("high");
        assertThat(sent(Map.of("think", "false", "keep_alive", "0")).path("keep_alive").intValue()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"api|completions|chat or generate", "keep_alive|' '|keep_alive",
            "think|''|think", "body.options|{}|options", "body.prompt|x|prompt", "keepalive|1m|'keep_alive'",
            "optn.num_ctx|1|option.NAME"})
    void refusesAParameterThatCannotWork(String key, String value, String told) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> create("http://localhost:1", "m", Map.of(key, value))).withMessageContaining(told);
    }

    @ParameterizedTest
    @CsvSource({"llama3.2, llama3.2:latest", "llama3.2:latest, llama3.2", "llama3.2:1b, llama3.2:1b",
            "registry.example:5000/me/x, registry.example:5000/me/x:latest"})
    void knowsAModelWithAndWithoutItsTag(String asked, String listed) throws Exception {
        try (ScriptedServer server = listing("other:1b", listed)) {
            assertThatCode(create(server.rootUrl(), asked, Map.of())::check).doesNotThrowAnyException();
            assertThat(server.requests().getFirst().path()).isEqualTo("/api/tags");
        }
    }

    @Test
    void saysHowToGetAModelThatOllamaLacks() throws Exception {
        try (ScriptedServer one = listing("llama3.2:3b"); ScriptedServer none = listing()) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(create(one.rootUrl(), "llama3.2", Map.of())::check)
                    .withMessageContaining("no model 'llama3.2'; it has llama3.2:3b")
                    .withMessageContaining("'ollama pull llama3.2'");
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(create(none.rootUrl(), "llama3.2", Map.of())::check)
                    .withMessageContaining("it has none").withMessageContaining("ollama pull");
        }
    }

    @Test
    void putsUpWithAServerThatListsNoModels() throws Exception {
        for (String answer : new String[]{"{}", "[]", "not json"}) {
            try (ScriptedServer server = ScriptedServer
                    .start((request, reply) -> reply.send(200, "application/json", answer))) {
                assertThatCode(create(server.rootUrl(), "m", Map.of())::check).doesNotThrowAnyException();
            }
        }
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(404, "text/plain", "no"))) {
            assertThatCode(create(server.rootUrl(), "m", Map.of())::check).doesNotThrowAnyException();
        }
    }

    private static JsonNode sent(Map<String, String> parameters) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "application/json",
                "{\"message\":{\"content\":\"4\"},\"response\":\"4\",\"done\":true}"))) {
            create(server.rootUrl(), "m", parameters)
                    .infer(InferenceRequest.ofPrompt("q", GenerationOptions.defaults()), new RecordedSink());
            return Json.parse(server.requests().getFirst().body());
        }
    }

    private static ScriptedServer listing(String... names) throws IOException {
        String list = Arrays.stream(names)
                .map(name -> "{\"name\":\"" + name + "\",\"model\":\"" + name + "\",\"size\":1}")
                .collect(Collectors.joining(","));
        return ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", "{\"models\":[" + list + "]}"));
    }

    private static InferenceClient create(String baseUrl, String model, Map<String, String> parameters) {
        return new OllamaClientProvider().create(new ClientOptions(Optional.of(model),
                Optional.of(URI.create(baseUrl)), Parameters.of("client ollama", parameters), Map.of()));
    }
}
