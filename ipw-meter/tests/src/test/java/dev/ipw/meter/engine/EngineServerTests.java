package dev.ipw.meter.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.energy.EnergyReading;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.anthropic.AnthropicClient;
import dev.ipw.inference.http.HttpClientBuilder;
import dev.ipw.inference.ollama.OllamaClient;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.internal.json.Json;
import dev.ipw.telemetry.TelemetrySession;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class EngineServerTests {
    private static final int ANSWER_TOKENS = 12;
    private static final String PROMPT = "Tell me about the sea. ".repeat(20);
    private static final int PROMPT_TOKENS = PROMPT.length() / 4;
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt(PROMPT, GenerationOptions.defaults());

    private final HttpClient http = HttpClient.newHttpClient();
    @TempDir
    private Path directory;
    private Optional<EngineServer> started = Optional.empty();

    @AfterEach
    void stop() throws Exception {
        if (started.isPresent()) {
            started.get().close();
        }
        http.close();
    }

    private EngineServer start(EngineKind kind, long seed) throws Exception {
        EngineServer server = new EngineServer(EngineRun.drawn(kind, seed), Lengths.SHORT, seed, 0,
                Optional.of(directory.resolve("truth.jsonl")));
        started = Optional.of(server);
        return server;
    }

    private HttpResponse<String> get(EngineServer server, String path) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(address(server) + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String address(EngineServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    /** The wires, each as one of our clients speaks it. */
    private enum Wire {
        CHAT(true), CHAT_WHOLE(false), COMPLETIONS(true), COMPLETIONS_WHOLE(false), RESPONSES(true), RESPONSES_WHOLE(
                false),
        MESSAGES(true), MESSAGES_WHOLE(false), OLLAMA(true), OLLAMA_WHOLE(false), OLLAMA_GENERATE(true);

        private final boolean isStreamed;

        Wire(boolean isStreamed) {
            this.isStreamed = isStreamed;
        }

        private InferenceClient client(String address, String id) {
            HttpClientBuilder<?> builder = switch (this) {
                case CHAT, CHAT_WHOLE -> OpenAiClient.builder(address + "/v1");
                case COMPLETIONS, COMPLETIONS_WHOLE ->
                    OpenAiClient.builder(address + "/v1").api(OpenAiClient.Api.COMPLETIONS);
                case RESPONSES, RESPONSES_WHOLE ->
                    OpenAiClient.builder(address + "/v1").api(OpenAiClient.Api.RESPONSES);
                case MESSAGES, MESSAGES_WHOLE -> AnthropicClient.builder(address);
                case OLLAMA, OLLAMA_WHOLE -> OllamaClient.builder(address);
                case OLLAMA_GENERATE -> OllamaClient.builder(address).api(OllamaClient.Api.GENERATE);
            };
            return builder.model("scripted").stream(isStreamed).header("X-Request-Id", id)
                    .header(Asked.ANSWER_TOKENS, Integer.toString(ANSWER_TOKENS)).build();
        }
    }

    private static final class CountingSink implements ResponseSink {
        private int withTokens;

        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            withTokens += kind.carriesTokens() ? 1 : 0;
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void ourClientsReadItsAnswers(Wire wire) throws Exception {
        EngineServer server = start(EngineKind.CHAT, 3);
        CountingSink sink = new CountingSink();
        try (InferenceClient client = wire.client(address(server), "mine")) {
            InferenceResponse response = client.infer(QUESTION, sink);

            assertThat(response.text()).isNotBlank();
            assertThat(response.usage().input()).hasValue(PROMPT_TOKENS);
            assertThat(response.usage().output()).hasValue(ANSWER_TOKENS);
        }
        assertThat(sink.withTokens).isEqualTo(wire.isStreamed
                ? chunks(server.engine().profile().scheduler().tokensPerChunk())
                : 1);
        JsonNode truth = Json.parse(get(server, "/truth/mine").body());
        assertThat(truth.path("complete").booleanValue()).isTrue();
        assertThat(truth.path("prompt_tokens").intValue()).isEqualTo(PROMPT_TOKENS);
        assertThat(truth.path("answer_tokens").intValue()).isEqualTo(ANSWER_TOKENS);
        assertThat(truth.path("physics_joules").doubleValue()).isPositive();
    }

    private static int chunks(int tokensPerChunk) {
        return 1 + (ANSWER_TOKENS - 1 + tokensPerChunk - 1) / tokensPerChunk;
    }

    @Test
    void requestsAndIdleAddUpToTheDevicesWhileManyAreServed() throws Exception {
        EngineServer server = start(EngineKind.TWO_DEVICES, 2);
        try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<InferenceResponse>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String id = "user-" + i;
                answers.add(users.submit(() -> {
                    try (InferenceClient client = Wire.CHAT.client(address(server), id)) {
                        return client.infer(QUESTION, new CountingSink());
                    }
                }));
            }
            for (Future<InferenceResponse> answer : answers) {
                assertThat(answer.get().usage().output()).hasValue(ANSWER_TOKENS);
            }
        }
        double physics = 0;
        for (int i = 0; i < 20; i++) {
            physics += Json.parse(get(server, "/truth/user-" + i).body()).path("physics_joules").doubleValue();
        }
        JsonNode totals = Json.parse(get(server, "/truth").body());
        double devices = totals.path("devices_joules").doubleValue();
        double idle = totals.path("idle_joules").doubleValue();

        assertThat(totals.path("physics_joules").doubleValue()).isCloseTo(physics, within(1e-9 * devices));
        assertThat(physics + idle).isCloseTo(devices, within(1e-9 * devices));
        assertThat(totals.path("shapley_joules").doubleValue() + idle).isCloseTo(devices, within(1e-9 * devices));
        try (Stream<String> lines = Files.lines(directory.resolve("truth.jsonl"))) {
            assertThat(lines).hasSize(20);
        }
    }

    @Test
    void embedsAndListsItsModelAndRefusesOthers() throws Exception {
        EngineServer server = start(EngineKind.CHAT, 3);
        HttpResponse<String> embedding = post(server, "/v1/embeddings", "{\"model\":\"m\",\"input\":\"abcdefgh\"}");
        String id = embedding.headers().firstValue("X-Engine-Request-Id").orElseThrow();

        assertThat(Json.parse(embedding.body()).path("usage").path("prompt_tokens").intValue()).isEqualTo(2);
        assertThat(Json.parse(get(server, "/truth/" + id).body()).path("answer_tokens").intValue()).isZero();
        assertThat(Json.parse(get(server, "/v1/models").body()).path("data").path(0).path("id").textValue())
                .isEqualTo("scripted");
        assertThat(get(server, "/other").statusCode()).isEqualTo(404);
        assertThat(get(server, "/truth/other").statusCode()).isEqualTo(404);
        assertThat(post(server, "/v1/chat/completions", "no json").statusCode()).isEqualTo(400);
        assertThat(post(server, "/v1/embeddings", "{\"input\":\"" + "x".repeat(8_000_000) + "\"}").statusCode())
                .isEqualTo(400);
    }

    private HttpResponse<String> post(EngineServer server, String path, String body) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(address(server) + path))
                .POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void reportsThePrefixThatItCached() throws Exception {
        EngineServer server = start(EngineKind.CACHE_REPORTED, 1);
        int cached = (PROMPT_TOKENS - 1) / EngineRequest.BLOCK_TOKENS * EngineRequest.BLOCK_TOKENS;
        for (Wire wire : List.of(Wire.CHAT, Wire.MESSAGES, Wire.RESPONSES)) {
            try (InferenceClient client = wire.client(address(server), wire.name())) {
                client.infer(QUESTION, new CountingSink());
                InferenceResponse again = client.infer(QUESTION, new CountingSink());

                assertThat(again.usage().cachedInput()).hasValue(cached);
                assertThat(again.usage().input()).hasValue(PROMPT_TOKENS);
            }
        }
    }

    @Test
    void aSessionReadsItsGpu() throws Exception {
        EngineServer server = start(EngineKind.TWO_DEVICES, 2);
        try (TelemetrySession session = TelemetrySession.builder().discovery(false)
                .provider(new EngineGpuProvider(server.engine())).collectors(EngineGpuProvider.ID).open()) {
            long before = System.nanoTime();
            session.settle(before);
            long start = System.nanoTime();
            double joules = joulesAt(server, start);
            try (InferenceClient client = Wire.CHAT.client(address(server), "read")) {
                for (int i = 0; i < 5; i++) {
                    client.infer(QUESTION, new CountingSink());
                }
            }
            long end = System.nanoTime();
            session.settle(end);
            joules = joulesAt(server, end) - joules;

            EnergyReading reading = session.window(start, end).energy();
            // The sensor publishes up to 7 ms late, and two devices draw less than 2 kW.
            assertThat(joules).isBetween(reading.lower().orElseThrow() - 14, reading.upper().orElseThrow() + 14);
            assertThat(session.deviceSeries()).hasSize(2);
        }
    }

    private static double joulesAt(EngineServer server, long nanos) throws Exception {
        server.engine().totals().get();
        return server.engine().sensors().stream().mapToDouble(sensor -> sensor.countedJoulesAt(nanos)).sum();
    }

    @Test
    void ourScraperReadsItsExporter() throws Exception {
        EngineServer server = start(EngineKind.TWO_DEVICES, 2);
        try (TelemetrySession session = TelemetrySession.builder()
                .collectors("prometheus:" + address(server) + "/metrics,resolution=0ms,interval=50ms").open()) {
            session.settle(System.nanoTime());
            assertThat(session.headlineSeries()).extracting(series -> series.device().name())
                    .containsExactlyInAnyOrder(GpuPage.name(0), GpuPage.name(1));
            assertThat(session.headlineSeries()).allSatisfy(series -> assertThat(series.totalJoules()).isPositive());
        }
    }

    @Test
    void showsTheJoulesOfTensorRtAndNoneWithASensorOfPower() throws Exception {
        EngineServer server = start(EngineKind.CHAT, 2);
        JsonNode first = Json.parse(get(server, "/energy_metrics").body());
        try (InferenceClient client = Wire.CHAT.client(address(server), "once")) {
            client.infer(QUESTION, new CountingSink());
        }
        JsonNode second = Json.parse(get(server, "/energy_metrics").body());
        server.close();

        assertThat(first.path("total_energy_j").doubleValue()).isNotNegative();
        assertThat(second.path("query_time").doubleValue()).isGreaterThan(first.path("query_time").doubleValue());
        assertThat(second.path("total_energy_j").doubleValue())
                .isGreaterThanOrEqualTo(first.path("total_energy_j").doubleValue());
        assertThat(get(start(EngineKind.POWER_25MS, 1), "/energy_metrics").statusCode()).isEqualTo(503);
    }
}
