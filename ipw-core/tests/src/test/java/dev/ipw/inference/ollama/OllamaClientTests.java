package dev.ipw.inference.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ollama.OllamaClient.Api;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.ipw.inference.testing.OllamaRecords.content;
import static dev.ipw.inference.testing.OllamaRecords.done;
import static dev.ipw.inference.testing.OllamaRecords.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class OllamaClientTests {
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final InferenceRequest CONVERSATION = new InferenceRequest(
            List.of(Message.of(Message.Role.SYSTEM, "Be brief."), Message.of(Message.Role.USER, "Grüße 🙂")),
            new GenerationOptions(OptionalDouble.of(0.5), OptionalDouble.of(0.9), OptionalInt.of(7),
                    OptionalLong.of(42), List.of("END"), Map.of("format", "\"json\"")));

    private final RecordedSink sink = new RecordedSink();

    @Test
    void sendsAConversationWithItsOptionsUnderOllamasNames() throws Exception {
        JsonNode body = bodySentBy(CONVERSATION, builder -> builder);

        assertThat(body).isEqualTo(Json.parse("""
                {"model": "m", "messages": [{"role": "system", "content": "Be brief."},
                 {"role": "user", "content": "Grüße 🙂"}], "stream": true,
                 "options": {"temperature": 0.5, "top_p": 0.9, "num_predict": 7, "seed": 42, "stop": ["END"]},
                 "format": "json"}"""));
    }

    @Test
    void sendsAPromptToGenerate() throws Exception {
        JsonNode body = bodySentBy(CONVERSATION,
                builder -> builder.api(Api.GENERATE).bodyField("raw", "true").maxTokens(9));

        assertThat(body).isEqualTo(Json.parse("""
                {"model": "m", "prompt": "Grüße 🙂", "system": "Be brief.", "stream": true,
                 "options": {"temperature": 0.5, "top_p": 0.9, "num_predict": 9, "seed": 42, "stop": ["END"]},
                 "format": "json", "raw": true}"""));
    }

    @Test
    void sendsOptionsOfItsOwnAndLeavesOthersOut() throws Exception {
        JsonNode body = bodySentBy(QUESTION, builder -> builder.option("num_ctx", "8192")
                .option("temperature", "null").option("num_predict", "null").keepAlive("10m").think("low"));
        JsonNode numbers = bodySentBy(QUESTION, builder -> builder.keepAlive("-1").think(false));
        JsonNode none = bodySentBy(
                QUESTION, builder -> builder.option("temperature", "null").option("num_predict", "null"));

        assertThat(Json.write(body.path("options"))).isEqualTo("{\"num_ctx\":8192}");
        assertThat(body.path("keep_alive").textValue()).isEqualTo("10m");
        assertThat(body.path("think").textValue()).isEqualTo("low");
        assertThat(numbers.path("keep_alive").isIntegralNumber()).isTrue();
        assertThat(numbers.path("think").isBoolean()).isTrue();
        assertThat(none.has("options")).isFalse();
    }

    @Test
    void asksEachApiAtItsOwnPath() throws Exception {
        try (ScriptedServer server = lines(
                "{\"message\":{\"content\":\"4\"},\"response\":\"4\",\"done\":true}")) {
            client(server).build().infer(QUESTION, sink);
            client(server).api(Api.GENERATE).build().infer(QUESTION, sink);

            assertThat(server.requests()).extracting(ScriptedServer.Request::path).containsExactly("/api/chat",
                    "/api/generate");
        }
    }

    @Test
    void refusesToGenerateFromAConversation() throws Exception {
        InferenceRequest twice = new InferenceRequest(
                List.of(Message.of(Message.Role.USER, "a"), Message.of(Message.Role.ASSISTANT, "b"),
                        Message.of(Message.Role.USER, "c")),
                GenerationOptions.defaults());
        try (ScriptedServer server = lines(done("4", ""));
                OllamaClient client = client(server).api(Api.GENERATE).build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(twice, sink));

            assertThat(failure.kind()).isEqualTo(FailureKind.CLIENT_ERROR);
            assertThat(failure).hasMessageContaining("api=chat");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void tellsThinkingAndToolCallsFromTheVisibleAnswer() throws Exception {
        InferenceResponse response = asked(message("\"content\":\"\""),
                message("\"content\":\"\",\"thinking\":\"hm\""), message("\"content\":\"4\""),
                message("\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"add\",\"arguments\":{\"a\":1}}}]"),
                done("!", ""));

        assertThat(response.reasoning()).contains("hm");
        assertThat(response.text()).isEqualTo("4!");
        assertThat(response.finishReason()).contains("stop");
        assertThat(sink.kinds()).containsExactly(ChunkKind.ROLE, ChunkKind.REASONING, ChunkKind.ANSWER,
                ChunkKind.TOOL_CALL, ChunkKind.ANSWER, ChunkKind.USAGE);
        assertThat(sink.text(ChunkKind.TOOL_CALL)).isEqualTo("{\"a\":1}");
    }

    @Test
    void readsWhatGenerateSends() throws Exception {
        try (ScriptedServer server = lines("{\"model\":\"m\",\"response\":\"\",\"done\":false}",
                "{\"model\":\"m\",\"response\":\"\",\"thinking\":\"hm\",\"done\":false}",
                "{\"model\":\"m\",\"response\":\"4\",\"done\":false}",
                "{\"model\":\"m\",\"response\":\"\",\"done\":true,\"done_reason\":\"length\",\"context\":[1,2],"
                        + "\"eval_count\":3}");
                OllamaClient client = client(server).api(Api.GENERATE).build()) {
            InferenceResponse response = client.infer(QUESTION, sink);

            assertThat(response.text()).isEqualTo("4");
            assertThat(response.reasoning()).contains("hm");
            assertThat(response.finishReason()).contains("length");
            assertThat(response.usage().output()).hasValue(3);
            assertThat(sink.kinds()).containsExactly(ChunkKind.PING, ChunkKind.REASONING, ChunkKind.ANSWER,
                    ChunkKind.USAGE);
        }
    }

    @Test
    void takesARecordWithoutAResponseForAnEmptyOne() throws Exception {
        try (ScriptedServer server = lines("{\"model\":\"m\",\"done\":true,\"eval_count\":1}");
                OllamaClient client = client(server).api(Api.GENERATE).build()) {
            assertThat(client.infer(QUESTION, sink).text()).isEmpty();
        }
    }

    @Test
    void keepsTheServersOwnDurations() throws Exception {
        InferenceResponse response = asked(content("4"), done("", ",\"total_duration\":4883583458,"
                + "\"load_duration\":1334875,\"prompt_eval_count\":26,\"prompt_eval_duration\":342546000,"
                + "\"eval_count\":282,\"eval_duration\":4535599000"));

        assertThat(response.usage()).isEqualTo(TokenUsage.server(26, 282));
        assertThat(response.serverTimings()).isEqualTo(new ServerTimings(OptionalLong.empty(),
                OptionalLong.of(1_334_875), OptionalLong.of(342_546_000), OptionalLong.of(4_535_599_000L),
                OptionalLong.of(4_883_583_458L)));
    }

    @Test
    void doesNotKnowWhatIsZero() throws Exception {
        InferenceResponse response = asked(content("4"), done("", ",\"total_duration\":0,\"load_duration\":0,"
                + "\"prompt_eval_count\":0,\"prompt_eval_duration\":0,\"eval_count\":0,\"eval_duration\":0"));

        assertThat(response.usage()).isEqualTo(TokenUsage.absent().withFlags(Set.of(ResponseFlag.NO_INPUT)));
        assertThat(response.serverTimings()).isEqualTo(ServerTimings.UNKNOWN);
    }

    @Test
    void leavesThePromptUncountedWhereACacheHidesIt() throws Exception {
        InferenceResponse response = asked(content("4"), done("", ",\"eval_count\":2,\"eval_duration\":5"));

        assertThat(response.usage()).isEqualTo(new TokenUsage(OptionalLong.empty(), OptionalLong.of(2),
                OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), TokenUsage.Source.SERVER));
        assertThat(response.serverTimings().promptNanos()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "null", "\"12\"", "{}", "[3]", "true", "1e400", "9999999999999999999999999"})
    void passesOverFiguresOfAnotherType(String value) throws Exception {
        InferenceResponse response = asked(content("4"), done("", ",\"eval_count\":" + value + ",\"load_duration\":"
                + value + ",\"total_duration\":" + value + ",\"done_reason\":7"));

        boolean told = !value.equals("null");
        assertThat(response.text()).isEqualTo("4");
        assertThat(response.usage()).isEqualTo(
                TokenUsage.absent().withFlags(told ? Set.of(ResponseFlag.COUNT_OUT_OF_RANGE) : Set.of()));
        assertThat(response.serverTimings().flags())
                .isEqualTo(told ? Set.of(ResponseFlag.DURATION_OUT_OF_RANGE) : Set.of());
        assertThat(response.serverTimings().loadNanos()).isEmpty();
        assertThat(response.serverTimings().totalNanos()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json; charset=utf-8", "text/plain",
            "application/x-ndjson"})
    void readsLinesUnderWhateverName(String type) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream(type);
            reply.chunk("\r\n" + content("4") + "\r\n\n  \n");
            reply.chunk(content("2") + "\n" + done("", ""));
            reply.endStream();
        }); OllamaClient client = client(server).build()) {
            assertThat(client.infer(QUESTION, sink).text()).isEqualTo("42");
        }
    }

    @Test
    void doesNotWaitForAServerThatLeavesTheStreamOpenAfterDone() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream("application/x-ndjson");
            reply.chunk(content("4") + "\n" + done("", "") + "\n");
            reply.awaitClientLeft();
        }); OllamaClient client = client(server).build()) {
            assertThat(client.infer(QUESTION, sink).text()).isEqualTo("4");
            server.awaitClientLeft();
        }
    }

    @Test
    void reportsALineThatEndsInTheMiddle() throws Exception {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream("application/x-ndjson");
            reply.chunk(content("4") + "\n" + done("", "").substring(0, 40));
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(sink.text(ChunkKind.ANSWER)).isEqualTo("4");
    }

    @Test
    void reportsAStreamThatIsNeverDone() throws Exception {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream("application/x-ndjson");
            reply.chunk(content("4") + "\n");
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.TRUNCATED);
        assertThat(failure).hasMessageContaining("done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "[1]", "{\"message\":{\"content\":7},\"done\":false}",
            "{\"message\":{\"content\":[\"4\"]},\"done\":false}", "{\"message\":{\"content\":\"4\"}"})
    void reportsGarbage(String line) throws Exception {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream("application/x-ndjson");
            reply.chunk(line + "\n" + done("", "") + "\n");
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED);
    }

    @Test
    void reportsAnAnswerOfAnotherApi() throws Exception {
        InferenceException failure = failure((request, reply) -> {
            reply.beginStream("application/x-ndjson");
            reply.chunk("{\"response\":\"4\",\"done\":true}\n");
            reply.endStream();
        });

        assertThat(failure.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(failure).hasMessageContaining("message");
    }

    @Test
    void saysHowToGetAModelThatOllamaLacks() throws Exception {
        InferenceException failure = failure((request, reply) -> reply.send(404, "application/json",
                "{\"error\":\"model 'm' not found\"}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(failure).hasMessageContaining("HTTP 404").hasMessageContaining("ollama pull m")
                .hasMessageContaining("model 'm' not found");
    }

    @Test
    void refusesABodyFieldOfTheRequestThatItDecidesItself() throws Exception {
        GenerationOptions options = new GenerationOptions(OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalInt.empty(), OptionalLong.empty(), List.of(), Map.of("options", "{}"));
        try (ScriptedServer server = lines(done("4", "")); OllamaClient client = client(server).build()) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> client.infer(InferenceRequest.ofPrompt("q", options), sink))
                    .withMessageContaining("'options'");
        }
    }

    private static OllamaClient.Builder client(ScriptedServer server) {
        return OllamaClient.builder(server.rootUrl()).model("m");
    }

    private static ScriptedServer lines(String... lines) throws Exception {
        return ScriptedServer.start((request, reply) -> {
            reply.beginStream("application/x-ndjson");
            for (String line : lines) {
                reply.chunk(line + "\n");
            }
            reply.endStream();
        });
    }

    private InferenceResponse asked(String... lines) throws Exception {
        try (ScriptedServer server = lines(lines); OllamaClient client = client(server).build()) {
            return client.infer(QUESTION, sink);
        }
    }

    private InferenceException failure(ScriptedServer.Script script) throws Exception {
        try (ScriptedServer server = ScriptedServer.start(script); OllamaClient client = client(server).build()) {
            return catchThrowableOfType(InferenceException.class, () -> client.infer(QUESTION, sink));
        }
    }

    private JsonNode bodySentBy(InferenceRequest request, UnaryOperator<OllamaClient.Builder> settings)
            throws Exception {
        try (ScriptedServer server = lines("{\"message\":{\"content\":\"4\"},\"response\":\"4\",\"done\":true}");
                OllamaClient client = settings.apply(client(server)).build()) {
            client.infer(request, sink);
            return Json.parse(server.requests().getFirst().body());
        }
    }
}
