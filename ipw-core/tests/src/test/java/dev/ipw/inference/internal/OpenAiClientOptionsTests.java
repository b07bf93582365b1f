package dev.ipw.inference.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.settings.ClientSettings;
import java.net.NetworkInterface;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class OpenAiClientOptionsTests {
    private static final String ANSWER = "{\"choices\":[{\"message\":{\"content\":\"4\"},\"finish_reason\":\"stop\"}]}";

    private final Plugins<InferenceClientProvider> clients = Plugins.builder("client", InferenceClientProvider.class)
            .build();

    @Test
    void isFoundByItsIdsAndAlias() {
        assertThat(clients.require("openai")).extracting(InferenceClientProvider::id).isEqualTo("openai");
        assertThat(clients.require("openai-server")).extracting(InferenceClientProvider::id).isEqualTo("openai");
        assertThat(clients.require("vllm")).extracting(InferenceClientProvider::id).isEqualTo("vllm");
    }

    @Test
    void turnsEveryParameterIntoWhatIsSent() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", ANSWER))) {
            Map<String, String> parameters = Map.ofEntries(Map.entry("api_key", " sk-param\n"),
                    Map.entry("stream", "false"), Map.entry("check_model", "false"), Map.entry("temperature", "0.3"),
                    Map.entry("top_p", "0.8"),
                    Map.entry("max_tokens", "12"), Map.entry("seed", "5"), Map.entry("stop", "[\"a\",\"b\"]"),
                    Map.entry("connect_timeout", "3s"), Map.entry("first_byte_timeout", "3s"),
                    Map.entry("idle_timeout", "3s"), Map.entry("total_timeout", "1m"),
                    Map.entry("serving_host", "remote"), Map.entry("body.cache_prompt", "false"),
                    Map.entry("body.user", "me"));
            InferenceClient client = create("openai", server.baseUrl(), parameters,
                    Map.of("OPENAI_API_KEY", "sk-variable"));
            client.infer(InferenceRequest.ofPrompt("q", GenerationOptions.defaults()), new RecordedSink());

            ScriptedServer.Request sent = server.requests().getFirst();
            JsonNode body = Json.parse(sent.body());
            assertThat(sent.headers()).containsEntry("authorization", "Bearer sk-param");
            assertThat(Json.write(body))
                    .contains("\"stream\":false,\"temperature\":0.3,\"max_tokens\":12,\"top_p\":0.8,"
                            + "\"seed\":5,\"stop\":[\"a\",\"b\"],\"cache_prompt\":false,\"user\":\"me\"");
            assertThat(client.describe().servingHost()).isEqualTo(ServingHost.REMOTE);
        }
    }

    @Test
    void takesTheKeyFromTheEnvironment() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", ANSWER))) {
            Map<String, String> variables = Map.of("OPENAI_API_KEY", "sk-openai", "VLLM_API_KEY", "sk-vllm");
            for (String id : new String[]{"openai", "vllm"}) {
                create(id, server.baseUrl(), Map.of(), variables).infer(
                        InferenceRequest.ofPrompt("q", GenerationOptions.defaults()), new RecordedSink());
                assertThat(server.requests().getLast().headers()).containsEntry("authorization", "Bearer sk-" + id);
            }
            create("openai", server.baseUrl(), Map.of(), Map.of("OPENAI_API_KEY", ""))
                    .infer(InferenceRequest.ofPrompt("q", GenerationOptions.defaults()), new RecordedSink());
            assertThat(server.requests().getLast().headers()).doesNotContainKey("authorization");
        }
    }

    @Test
    void showsTheKeyNowhere() {
        InferenceClient client = create("openai", "http://127.0.0.1:1/v1", Map.of("api_key", "sk-secret"), Map.of());

        assertThat(client.toString() + client.describe()).doesNotContain("sk-secret").contains("127.0.0.1");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> create("openai", "http://127.0.0.1:1", Map.of("api_key", "sk\nsecret"), Map.of()))
                .satisfies(exception -> assertThat(exception.getMessage()).doesNotContain("secret"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> OpenAiClient.builder("http://me:secret@127.0.0.1:1/v1"))
                .satisfies(exception -> assertThat(exception.getMessage()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @CsvSource({"http://localhost:8000, http://localhost:8000/v1", "http://localhost:8000/, http://localhost:8000/v1",
            "https://api.example.com/openai/v3/, https://api.example.com/openai/v3",
            "HTTP://127.0.0.1/v1, http://127.0.0.1/v1", "http://[::1]:8080, http://[::1]:8080/v1"})
    void addsVersionOneOnlyToAnAddressWithoutPath(String given, String used) {
        assertThat(OpenAiClient.builder(given).model("m").build().describe().endpoint()).contains(URI.create(used));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:8000/v1, http://127.0.0.1:8000/v1", "localhost:8000, http://localhost:8000/v1",
            "[::1]:8000/v1, http://[::1]:8000/v1", "gpu, http://gpu/v1", "gpu.lan:8000, http://gpu.lan:8000/v1",
            "192.0.2.7, http://192.0.2.7/v1", "api.example.com/v1, https://api.example.com/v1",
            "api.example.com, https://api.example.com/v1", "gpu:443, https://gpu:443/v1"})
    void completesAnAddressWithoutAScheme(String given, String used) {
        assertThat(OpenAiClient.builder(given).model("m").build().describe().endpoint()).contains(URI.create(used));
        assertThat(ClientSettings.NONE.baseUrl(given).baseUrl().map(URI::toString).orElseThrow())
                .isEqualTo(given.endsWith("/v1") ? used : used.substring(0, used.length() - 3));
    }

    @ParameterizedTest
    @CsvSource({"http://h:1/v1/chat/completions, http://h:1/v1, chat",
            "http://h:1/v1/chat/completions/, http://h:1/v1, chat", "h:1/v1/completions, http://h:1/v1, completions",
            "https://api.example.com/chat/completions, https://api.example.com, chat",
            "http://h:1/v1/responses, http://h:1/v1, responses", "http://h:1/v1/models, http://h:1/v1, chat",
            "https://n.services.ai.azure.com/models, https://n.services.ai.azure.com/models, chat",
            "https://n.services.ai.azure.com/models/chat/completions, https://n.services.ai.azure.com/models, chat",
            "http://h:1/responses/v1/chat/completions, http://h:1/responses/v1, chat",
            "http://h:1/responses/chat/completions, http://h:1/responses, chat"})
    void takesTheWholeAddressOfAWayToAskAsThatWay(String given, String base, String api) {
        ClientInfo info = OpenAiClient.builder(given).model("m").build().describe();

        assertThat(info.endpoint()).contains(URI.create(base));
        assertThat(info.details()).containsEntry("api", api);
    }

    @ParameterizedTest
    @CsvSource({"anthropic, http://h:1/v1/messages, http://h:1", "anthropic, h:1/v1/, http://h:1",
            "gemini, http://h:1/v1beta/models, http://h:1", "ollama, http://h:1/v1/chat/completions, http://h:1",
            "ollama, h:1/v1, http://h:1", "ollama, http://h:1/api/chat, http://h:1", "ollama, h:1/api/, http://h:1"})
    void takesTheOwnPathsOfOtherApisOffTheirAddresses(String id, String given, String base) {
        ClientOptions options = new ClientOptions(Optional.of("m"), ClientSettings.NONE.baseUrl(given).baseUrl(),
                Parameters.none("client " + id), Map.of());

        assertThat(clients.require(id).create(options).describe().endpoint()).contains(URI.create(base));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://host/v1", "http:/host/v1", "http:///v1", "http://a b", "host:port/v1",
            "http://host/v1?key=1", "http://host/v1#x", ""})
    void saysHowAnAddressMustLook(String address) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> OpenAiClient.builder(address))
                .withMessageContaining("http://localhost:8000/v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://h/v1?api_key=S3cret", "http://h/v1?api_key=a=S3cret", "http://u:x S3cret@h/v1",
            "http://u:S3cret@h/v1", "http://u:x/S3cret@h/v1", "http://u:x?S3cret@h/v1", "u:S3cret@h/v1",
            "http://h/v1?a=b@c&k=S3cret", "http://h/v1?k=x S3cret", "http://h/v1#S3cret", "http://u:x\nS3cret@h/v1",
            "ftp://u:S3cret@h", "http://u:S3cret@my_host:1/v1", "ftp://h/api_key=S3cret"})
    void showsNoSecretOfAnAddress(String address) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> OpenAiClient.builder(address))
                .satisfies(refused -> assertThat(refused).hasNoCause())
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("S3cret"));
    }

    @Test
    void knowsVllmsOwnAddress() {
        ClientOptions options = new ClientOptions(Optional.of("m"), Optional.empty(), Parameters.none("client vllm"),
                Map.of());
        ClientInfo info = clients.require("vllm").create(options).describe();

        assertThat(info.id()).isEqualTo("vllm");
        assertThat(info.endpoint()).contains(URI.create("http://localhost:8000/v1"));
        assertThat(info.servingHost()).isEqualTo(ServingHost.LOCAL);
    }

    @Test
    void demandsAnAddressAndAModel() {
        Parameters none = Parameters.none("client openai");
        InferenceClientProvider provider = clients.require("openai");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider
                        .create(new ClientOptions(Optional.of("m"), Optional.empty(), none, Map.of())))
                .withMessageContaining("baseUrl(\"URL\")").withMessageContaining("http://localhost:8000/v1");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider.create(
                        new ClientOptions(Optional.empty(), Optional.of(URI.create("http://localhost:1")), none,
                                Map.of())))
                .withMessageContaining("model(\"NAME\")").withMessageContaining("lists its models")
                .withMessageContaining("http://localhost:1/v1/models");
    }

    @ParameterizedTest
    @CsvSource({"temperature, -1", "temperature, NaN", "top_p, 0", "top_p, 1.5", "max_tokens, 0", "stream, maybe",
            "check_model, 1",
            "idle_timeout, 0", "total_timeout, soon", "body.model, x", "body.messages, []", "serving_host, moon",
            "temprature, 1", "api_key, ' '"})
    void refusesAParameterThatCannotWork(String key, String value) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> create("openai", "http://localhost:1", Map.of(key, value), Map.of()))
                .withMessageContaining(key.replace("body.", ""));
    }

    @Test
    void knowsWhetherTheServerRunsHere() throws Exception {
        String own = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .map(address -> address.getHostAddress()).filter(address -> address.matches("[0-9.]+")).findFirst()
                .orElse("127.0.0.1");

        assertThat(hostOf("http://localhost:1")).isEqualTo(ServingHost.LOCAL);
        assertThat(hostOf("http://127.1.2.3:1")).isEqualTo(ServingHost.LOCAL);
        assertThat(hostOf("http://[::1]:1")).isEqualTo(ServingHost.LOCAL);
        assertThat(hostOf("http://" + own + ":1")).isEqualTo(ServingHost.LOCAL);
        assertThat(hostOf("http://192.0.2.7:1")).isEqualTo(ServingHost.REMOTE);
        // No name server is asked for a label of more than 63 characters.
        assertThat(hostOf("http://" + "x".repeat(64) + ".invalid:1")).isEqualTo(ServingHost.REMOTE);
    }

    @Test
    void refusesALimitOfNothing() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> OpenAiClient.builder("http://localhost:1").connectTimeout(Duration.ZERO))
                .withMessageContaining("connect_timeout");
    }

    private static ServingHost hostOf(String address) {
        return OpenAiClient.builder(address).model("m").build().describe().servingHost();
    }

    private InferenceClient create(String id, String baseUrl, Map<String, String> parameters,
            Map<String, String> variables) {
        return clients.require(id).create(new ClientOptions(Optional.of("m"), Optional.of(URI.create(baseUrl)),
                Parameters.of("client " + id, parameters), variables));
    }
}
