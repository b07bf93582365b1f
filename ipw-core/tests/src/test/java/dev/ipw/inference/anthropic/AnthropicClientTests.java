package dev.ipw.inference.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.internal.AnthropicClientProvider;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.ipw.inference.testing.MessagesEvents.blockStart;
import static dev.ipw.inference.testing.MessagesEvents.blockStop;
import static dev.ipw.inference.testing.MessagesEvents.delta;
import static dev.ipw.inference.testing.MessagesEvents.event;
import static dev.ipw.inference.testing.MessagesEvents.start;
import static dev.ipw.inference.testing.MessagesEvents.stop;
import static dev.ipw.inference.testing.MessagesEvents.textDelta;
import static dev.ipw.inference.testing.MessagesEvents.textStart;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class AnthropicClientTests {
    private static final String USAGE = "{\"input_tokens\":12,\"output_tokens\":1}";
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());

    private final RecordedSink sink = new RecordedSink();

    @Test
    void sendsWhatWasAsked() throws Exception {
        GenerationOptions options = new GenerationOptions(OptionalDouble.of(0.5), OptionalDouble.of(0.9),
                OptionalInt.of(7), OptionalLong.of(42), List.of("END"), Map.of("top_k", "40"));
        InferenceRequest request = new InferenceRequest(List.of(Message.of(Message.Role.SYSTEM, "Be brief."),
                Message.of(Message.Role.USER, "Grüße 🙂"), Message.of(Message.Role.ASSISTANT, "Hallo"),
                Message.of(Message.Role.USER, "2+2=")), options);
        try (ScriptedServer server = streaming(start(USAGE) + stop("end_turn", "{}"));
                AnthropicClient client = client(server).apiKey("sk-1").build()) {
            client.infer(request, sink);

            ScriptedServer.Request sent = server.requests().getFirst();
            assertThat(sent.method() + " " + sent.path()).isEqualTo("POST /v1/messages");
            assertThat(sent.headers()).containsEntry("x-api-key", "sk-1")
                    .containsEntry("anthropic-version", "2023-06-01").containsEntry("content-type", "application/json")
                    .doesNotContainKey("authorization");
            assertThat(Json.parse(sent.body())).isEqualTo(Json.parse("""
                    {"model": "m", "max_tokens": 7, "system": "Be brief.",
                     "messages": [{"role": "user", "content": "Grüße 🙂"}, {"role": "assistant", "content": "Hallo"},
                      {"role": "user", "content": "2+2="}], "stream": true, "temperature": 0.5, "top_p": 0.9,
                     "stop_sequences": ["END"], "top_k": 40}"""));
        }
    }

    @Test
    void alwaysSendsALimitOfTokens() throws Exception {
        GenerationOptions none = new GenerationOptions(OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalInt.empty(), OptionalLong.empty(), List.of(), Map.of());

        assertThat(Json.write(bodySentBy(InferenceRequest.ofPrompt("q", none), builder -> builder)))
                .isEqualTo("{\"model\":\"m\",\"max_tokens\":1024,\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],"
                        + "\"stream\":true}");
        assertThat(bodySentBy(QUESTION, builder -> builder.maxTokens(5)).path("max_tokens").intValue()).isEqualTo(5);
    }

    @Test
    void leavesTheTemperatureOfARequestOutWhereTheModelThinks() throws Exception {
        String thinking = "{\"type\":\"enabled\",\"budget_tokens\":2048}";

        assertThat(bodySentBy(QUESTION, builder -> builder.bodyField("thinking", thinking)).has("temperature"))
                .isFalse();
        assertThat(bodySentBy(QUESTION, builder -> builder.bodyField("thinking", "{\"type\":\"disabled\"}"))
                .has("temperature")).isTrue();
        assertThat(bodySentBy(QUESTION, builder -> builder.bodyField("thinking", thinking).temperature(1))
                .path("temperature").doubleValue()).isOne();
    }

    @Test
    void refusesInstructionsAlone() throws Exception {
        InferenceRequest instructions = new InferenceRequest(List.of(Message.of(Message.Role.SYSTEM, "Be brief.")),
                GenerationOptions.defaults());
        try (ScriptedServer server = streaming(""); AnthropicClient client = client(server).build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(instructions, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.CLIENT_ERROR);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void tellsWhatEachEventCarries() throws Exception {
        InferenceResponse response = asked(start(USAGE)
                + blockStart("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}") + event("ping", "")
                + delta("{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}")
                + delta("{\"type\":\"signature_delta\",\"signature\":\"EqQBCgIYAhIM\"}") + blockStop()
                + blockStart("{\"type\":\"redacted_thinking\",\"data\":\"Em8KJ\"}") + blockStop()
                + textStart() + textDelta("Fo") + textDelta("ur") + blockStop()
                + blockStart("{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"add\",\"input\":{}}")
                + delta("{\"type\":\"input_json_delta\",\"partial_json\":\"\"}")
                + delta("{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\":1}\"}")
                + event("something_new", "\"text\":\"no\"") + stop("tool_use", "{\"output_tokens\":9}"));

        assertThat(response.text()).isEqualTo("Four");
        assertThat(response.reasoning()).contains("hm");
        assertThat(response.finishReason()).contains("tool_use");
        assertThat(sink.text(ChunkKind.TOOL_CALL)).isEqualTo("{\"a\":1}");
        assertThat(sink.kinds().stream().filter(ChunkKind::carriesTokens)).containsExactly(ChunkKind.REASONING,
                ChunkKind.REASONING, ChunkKind.ANSWER, ChunkKind.ANSWER, ChunkKind.TOOL_CALL, ChunkKind.TOOL_CALL);
        assertThat(sink.kinds()).startsWith(ChunkKind.ROLE, ChunkKind.PING, ChunkKind.PING, ChunkKind.REASONING,
                ChunkKind.PING).endsWith(ChunkKind.USAGE, ChunkKind.USAGE);
    }

    @Test
    void countsTheWholePromptWithWhatTheCacheHolds() throws Exception {
        InferenceResponse response = asked(start("{\"input_tokens\":50,\"cache_creation_input_tokens\":200,"
                + "\"cache_read_input_tokens\":3000,\"cache_creation\":{\"ephemeral_5m_input_tokens\":80,"
                + "\"ephemeral_1h_input_tokens\":120},\"output_tokens\":1}") + textStart() + textDelta("4")
                + stop("end_turn", "{\"output_tokens\":15,\"output_tokens_details\":{\"thinking_tokens\":9}}"));

        assertThat(response.usage()).isEqualTo(new TokenUsage(OptionalLong.of(3250), OptionalLong.of(15),
                OptionalLong.of(3265), OptionalLong.of(3000), OptionalLong.of(9), TokenUsage.Source.SERVER)
                .withStreamed(6)
                .withCacheWritten(200, 120));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"{\"input_tokens\":0,\"output_tokens\":0}|{\"input_tokens\":7,\"output_tokens\":3}",
                    "{\"input_tokens\":7,\"output_tokens\":0}|{\"input_tokens\":0,\"output_tokens\":3}",
                    "{\"input_tokens\":7,\"output_tokens\":1}|{\"output_tokens\":3}",
                    "{}|{\"input_tokens\":7,\"output_tokens\":3}",
                    "null|{\"input_tokens\":7,\"output_tokens\":3}"})
    void takesACountFromWhicheverEventHasIt(String first, String last) throws Exception {
        assertThat(asked(start(first) + textStart() + textDelta("4") + stop("end_turn", last)).usage())
                .isEqualTo(TokenUsage.server(7, 3));
    }

    @Test
    void takesTheLastOfSeveralRunningTotals() throws Exception {
        String running = event("message_delta", "\"delta\":{\"stop_reason\":null},\"usage\":{\"output_tokens\":2}");

        assertThat(asked(start(USAGE) + textStart() + textDelta("4") + running
                + stop("max_tokens", "{\"output_tokens\":3}")).usage()).isEqualTo(TokenUsage.server(12, 3));
    }

    @Test
    void doesNotTakeTheFirstEventsOutputForACount() throws Exception {
        InferenceResponse response = asked(start(USAGE) + textStart() + textDelta("4") + stop("end_turn", "{}"));

        assertThat(response.usage().input()).hasValue(12);
        assertThat(response.usage().output()).isEmpty();
        assertThat(response.usage().total()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "7", "{}", "{\"input_tokens\":\"7\",\"output_tokens\":-3}",
            "{\"input_tokens\":1.5,\"output_tokens\":[3]}"})
    void passesOverCountsOfAnotherType(String usage) throws Exception {
        assertThat(asked(start(usage) + textStart() + textDelta("4") + stop("end_turn", usage)).usage())
                .isEqualTo(TokenUsage.absent().withFlags(usage.contains("output")
                        ? Set.of(ResponseFlag.COUNT_OUT_OF_RANGE)
                        : Set.of()));
    }

    @Test
    void keepsARefusalAsWhyGenerationEnded() throws Exception {
        InferenceResponse response = asked(start(USAGE) + stop("refusal", "{\"output_tokens\":4}"));

        assertThat(response.text()).isEmpty();
        assertThat(response.finishReason()).contains("refusal");
        assertThat(response.usage()).isEqualTo(TokenUsage.server(12, 4));
    }

    @Test
    void readsEveryBlockOfAWholeMessage() throws Exception {
        String message = """
                {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [
                  {"type": "thinking", "thinking": "hm", "signature": "EqQ"},
                  {"type": "redacted_thinking", "data": "Em8"}, {"type": "text", "text": "4"},
                  {"type": "tool_use", "id": "t", "name": "add", "input": {"a": 1}}, {"type": "new_kind"}],
                 "stop_reason": "tool_use", "usage": {"input_tokens": 5, "cache_read_input_tokens": 6,
                  "output_tokens": 7}}""";
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", message));
                AnthropicClient client = client(server).stream(false).build()) {
            InferenceResponse response = client.infer(QUESTION, sink);

            assertThat(response.text()).isEqualTo("4");
            assertThat(response.reasoning()).contains("hm");
            assertThat(response.usage()).isEqualTo(new TokenUsage(OptionalLong.of(11), OptionalLong.of(7),
                    OptionalLong.of(18), OptionalLong.of(6), OptionalLong.empty(), TokenUsage.Source.SERVER)
                    .withoutStreamed());
            assertThat(sink.kinds()).containsExactly(ChunkKind.REASONING, ChunkKind.REASONING, ChunkKind.ANSWER,
                    ChunkKind.TOOL_CALL, ChunkKind.USAGE);
        }
    }

    @Test
    void readsAStreamAsLlamaCppSendsIt() throws Exception {
        // No ping, counts in both events, comments while the prompt is read, no data after the last event.
        InferenceResponse response = asked(":\n\n" + start("{\"cache_read_input_tokens\":32,\"input_tokens\":1,"
                + "\"output_tokens\":0}") + textStart() + textDelta("4")
                + stop("end_turn", "{\"cache_read_input_tokens\":32,\"input_tokens\":1,\"output_tokens\":2}"));

        assertThat(response.usage().input()).hasValue(33);
        assertThat(response.usage().cachedInput()).hasValue(32);
        assertThat(response.usage().output()).hasValue(2);
    }

    @Test
    void doesNotWaitForAServerThatLeavesTheStreamOpenAfterItsStop() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(start(USAGE) + textStart() + textDelta("4") + stop("end_turn", "{}"));
            reply.awaitClientLeft();
        }); AnthropicClient client = client(server).build()) {
            assertThat(client.infer(QUESTION, sink).text()).isEqualTo("4");
            server.awaitClientLeft();
        }
    }

    @Test
    void reportsAStreamWithoutAnEnd() throws Exception {
        InferenceException failure = failure(
                (request, reply) -> sendStream(reply, start(USAGE) + textStart() + textDelta("4") + blockStop()));

        assertThat(failure.kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(failure).hasMessageContaining("message_stop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"text_delta\",\"text\":7}", "{\"type\":\"thinking_delta\",\"thinking\":{}}",
            "{\"type\":\"input_json_delta\",\"partial_json\":[1]}"})
    void reportsTextThatIsNoText(String delta) throws Exception {
        InferenceException failure = failure(
                (request, reply) -> sendStream(reply, start(USAGE) + delta(delta) + stop("end_turn", "{}")));

        assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource({"400, invalid_request_error, max_tokens: Field required", "404, not_found_error, model: m",
            "413, request_too_large, too large", "529, overloaded_error, Overloaded"})
    void reportsAnErrorWithTheServersWords(int status, String type, String words) throws Exception {
        InferenceException failure = failure((request, reply) -> reply.send(status, "application/json",
                "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"" + words + "\"}}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("HTTP " + status).hasMessageContaining(type)
                .hasMessageContaining(words);
    }

    @Test
    void reportsAnErrorInTheBodyOfASuccess() throws Exception {
        InferenceException failure = failure((request, reply) -> reply.send(200, "application/json",
                "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"broken\"}}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(failure).hasMessageContaining("broken");
    }

    @ParameterizedTest
    @CsvSource({"http://127.0.0.1:1, http://127.0.0.1:1", "http://127.0.0.1:1/v1, http://127.0.0.1:1",
            "http://127.0.0.1:1/anthropic/v1/, http://127.0.0.1:1/anthropic",
            "http://127.0.0.1:1/anthropic, http://127.0.0.1:1/anthropic"})
    void takesAnAddressWithAndWithoutTheVersion(String given, String used) {
        assertThat(AnthropicClient.builder(given).model("m").build().describe().endpoint())
                .contains(URI.create(used));
    }

    @Test
    void asksAnthropicItselfUnlessTold() {
        InferenceClient itself = create(Optional.empty(), Map.of(), Map.of());
        InferenceClient other = create(Optional.empty(), Map.of(),
                Map.of("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/v1"));
        InferenceClient local = create(Optional.empty(), Map.of("serving_host", "local"), Map.of());

        assertThat(itself.describe().endpoint()).contains(URI.create("https://api.anthropic.com"));
        assertThat(itself.describe().servingHost()).isEqualTo(ServingHost.REMOTE);
        assertThat(local.describe().servingHost()).isEqualTo(ServingHost.LOCAL);
        assertThat(other.describe().endpoint()).contains(URI.create("http://127.0.0.1:1"));
        assertThat(other.describe().servingHost()).isEqualTo(ServingHost.LOCAL);
    }

    @Test
    void refusesASeedAndSaysWhatToDo() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> create(Optional.empty(), Map.of("seed", "5"), Map.of()))
                .withMessageContaining("body.seed=5");
    }

    @Test
    void knowsAModelByItsNameWithoutTheDate() throws Exception {
        String list = "{\"data\":[{\"type\":\"model\",\"id\":\"claude-x-4-5-20250929\"},"
                + "{\"type\":\"model\",\"id\":\"claude-y-4-20250514\"}],\"has_more\":false}";
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", list))) {
            assertThatCode(AnthropicClient.builder(server.rootUrl()).model("claude-x-4-5").build()::check)
                    .doesNotThrowAnyException();
            assertThat(server.requests().getFirst().path()).isEqualTo("/v1/models?limit=1000");
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(AnthropicClient.builder(server.rootUrl()).model("claude-x").build()::check)
                    .withMessageContaining("claude-x-4-5-20250929");
        }
    }

    private static AnthropicClient.Builder client(ScriptedServer server) {
        return AnthropicClient.builder(server.rootUrl()).model("m");
    }

    private static InferenceClient create(Optional<URI> baseUrl, Map<String, String> parameters,
            Map<String, String> variables) {
        return new AnthropicClientProvider().create(new ClientOptions(Optional.of("m"), baseUrl,
                Parameters.of("client anthropic", parameters), variables));
    }

    private static void sendStream(ScriptedServer.Reply reply, String stream) throws IOException {
        reply.beginStream();
        reply.chunk(stream);
        reply.endStream();
    }

    private static ScriptedServer streaming(String stream) throws Exception {
        return ScriptedServer.start((request, reply) -> sendStream(reply, stream));
    }

    private InferenceResponse asked(String stream) throws Exception {
        try (ScriptedServer server = streaming(stream); AnthropicClient client = client(server).build()) {
            return client.infer(QUESTION, sink);
        }
    }

    private InferenceException failure(ScriptedServer.Script script) throws Exception {
        try (ScriptedServer server = ScriptedServer.start(script); AnthropicClient client = client(server).build()) {
            return catchThrowableOfType(InferenceException.class, () -> client.infer(QUESTION, sink));
        }
    }

    private JsonNode bodySentBy(InferenceRequest request, UnaryOperator<AnthropicClient.Builder> settings)
            throws Exception {
        try (ScriptedServer server = streaming(start(USAGE) + stop("end_turn", "{}"));
                AnthropicClient client = settings.apply(client(server)).build()) {
            client.infer(request, sink);
            return Json.parse(server.requests().getFirst().body());
        }
    }
}
