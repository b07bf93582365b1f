package dev.ipw.inference.internal;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Knows servers with OpenAI's API by their names: where they listen, where their key is, what they can besides. */
@Tag("real-time")
class NamedServersTests {
    private static final String CONTENT = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"4\"}}]}";
    private static final String USAGE = "continuous_usage_stats";
    private static final String TIMINGS = "timings_per_token";

    @ParameterizedTest
    @CsvSource({"vllm, 8000", "sglang, 30000", "trtllm, 8000", "llamacpp, 8080", "mlx, 8080", "lmstudio, 1234"})
    void knowsWhereTheyListen(String id, int port) {
        try (InferenceClient client = client(id, Optional.empty(), Map.of(), Map.of())) {
            ClientInfo info = client.describe();

            assertThat(info.id()).isEqualTo(id);
            assertThat(info.endpoint()).contains(URI.create("http://localhost:" + port + "/v1"));
        }
    }

    @ParameterizedTest
    @CsvSource({"vllm, VLLM_API_KEY", "sglang, OPENAI_API_KEY", "trtllm, OPENAI_API_KEY", "llamacpp, LLAMA_API_KEY",
            "mlx, OPENAI_API_KEY", "lmstudio, LM_API_TOKEN"})
    void findsTheKey(String id, String variable) throws Exception {
        Map<String, String> variables = new HashMap<>(Map.of("OPENAI_API_KEY", "sk-openai"));
        variables.put(variable, "sk-own");

        assertThat(sent(id, Map.of(), variables).headers()).containsEntry("authorization", "Bearer sk-own");
    }

    @ParameterizedTest
    @CsvSource({"openai, ''", "vllm, " + USAGE, "sglang, " + USAGE, "trtllm, " + USAGE, "llamacpp, " + TIMINGS,
            "mlx, ''",
            "lmstudio, ''"})
    void asksThemToCountWithEachChunkWhereTheyCan(String id, String field) throws Exception {
        String usual = sent(id, Map.of(), Map.of()).body();
        String refused = sent(id, Map.of("continuous_usage", "false"), Map.of()).body();

        assertThat(usual.contains(USAGE)).isEqualTo(field.equals(USAGE));
        assertThat(usual.contains("\"" + TIMINGS + "\":true")).isEqualTo(field.equals(TIMINGS));
        assertThat(refused).doesNotContain(USAGE, TIMINGS);
    }

    @ParameterizedTest
    @CsvSource({"openai, false", "vllm, true", "sglang, true", "trtllm, true", "llamacpp, true", "mlx, false",
            "lmstudio, false"})
    void knowsWhichGoOnPastTheModelsEnd(String id, boolean canGoOn) {
        try (InferenceClient client = client(id, Optional.of(URI.create("http://localhost:1")), Map.of(), Map.of())) {
            assertThat(client.fixedLengthFields()).isEqualTo(canGoOn ? Map.of("ignore_eos", "true") : Map.of());
        }
    }

    private static ScriptedServer.Request sent(String id, Map<String, String> parameters,
            Map<String, String> variables) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(CONTENT, "[DONE]"));
                InferenceClient client = client(id, Optional.of(URI.create(server.rootUrl())), parameters, variables)) {
            client.infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults()), new RecordedSink());
            return server.requests().getFirst();
        }
    }

    private static InferenceClient client(String id, Optional<URI> address, Map<String, String> parameters,
            Map<String, String> variables) {
        return Plugins.builder("client", InferenceClientProvider.class).build().require(id)
                .create(new ClientOptions(Optional.of("m"), address, Parameters.of("client " + id, parameters),
                        variables));
    }
}
