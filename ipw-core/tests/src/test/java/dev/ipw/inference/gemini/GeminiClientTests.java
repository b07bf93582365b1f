package dev.ipw.inference.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class GeminiClientTests {
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());
    private static final String END = "\"finishReason\":\"STOP\"";

    private final RecordedSink sink = new RecordedSink();

    @Test
    void countsThoughtsAsGeneratedAndNotAsCome() throws Exception {
        InferenceResponse response = asked(piece("{\"text\":\"4\"}", ""), piece("{\"text\":\".\"}", END,
                ",\"promptTokenCount\":20,\"cachedContentTokenCount\":16,\"candidatesTokenCount\":3,"
                        + "\"thoughtsTokenCount\":64,\"totalTokenCount\":87"));

        assertThat(response.text()).isEqualTo("4.");
        assertThat(response.finishReason()).contains("STOP");
        assertThat(response.usage()).isEqualTo(new TokenUsage(OptionalLong.of(20), OptionalLong.of(67),
                OptionalLong.of(87), OptionalLong.of(16), OptionalLong.of(64), TokenUsage.Source.SERVER)
                .withStreamed(3));
    }

    @Test
    void keepsCountsThatZerosFollow() throws Exception {
        InferenceResponse response = asked(
                piece("{\"text\":\"4\"}", "",
                        ",\"promptTokenCount\":20,\"candidatesTokenCount\":3,\"totalTokenCount\":23"),
                piece("{\"text\":\".\"}", END,
                        ",\"promptTokenCount\":0,\"candidatesTokenCount\":0,\"totalTokenCount\":0"));

        assertThat(response.usage().input()).hasValue(20);
        assertThat(response.usage().output()).hasValue(3);
        assertThat(response.usage().total()).hasValue(23);
    }

    @Test
    void takesTheTokensOfTheFirstPieceFromItsCounts() throws Exception {
        InferenceResponse response = asked(
                piece("{\"text\":\"a b\"}", "", ",\"candidatesTokenCount\":2,\"thoughtsTokenCount\":64"),
                piece("{\"text\":\" c\"}", END, ",\"promptTokenCount\":20,\"candidatesTokenCount\":7,"
                        + "\"thoughtsTokenCount\":64,\"totalTokenCount\":91"));

        assertThat(response.usage().firstChunk()).hasValue(2);
        assertThat(response.usage().streamed()).hasValue(7);
    }

    @Test
    void takesACountOfThoughtsAloneForNoTokensThatCame() throws Exception {
        InferenceResponse response = asked(piece("{\"text\":\"a b\"}", "", ",\"thoughtsTokenCount\":64"),
                piece("{\"text\":\" c\"}", END, ",\"promptTokenCount\":20,\"candidatesTokenCount\":7,"
                        + "\"thoughtsTokenCount\":64,\"totalTokenCount\":91"));

        assertThat(response.usage().output()).hasValue(71);
        assertThat(response.usage().streamed()).hasValue(7);
        assertThat(response.usage().firstChunk()).isEmpty();
    }

    @Test
    void tellsThoughtsAndCallsFromTheAnswer() throws Exception {
        InferenceResponse response = asked(piece("{\"text\":\"hm\",\"thought\":true}", ""),
                piece("{\"functionCall\":{\"name\":\"add\",\"args\":{\"a\":2}}}", ""), piece("", ""),
                piece("{\"text\":\"4\"}", END));

        assertThat(response.reasoning()).contains("hm");
        assertThat(response.text()).isEqualTo("4");
        assertThat(sink.kinds()).containsExactly(ChunkKind.REASONING, ChunkKind.TOOL_CALL, ChunkKind.PING,
                ChunkKind.ANSWER, ChunkKind.USAGE);
        assertThat(sink.text(ChunkKind.TOOL_CALL)).isEqualTo("{\"a\":2}");
    }

    @Test
    void reportsAPromptThatIsBlocked() {
        InferenceException failure = catchThrowableOfType(InferenceException.class,
                () -> asked("{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":"
                        + "{\"promptTokenCount\":4}}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(failure).hasMessageContaining("blocked").hasMessageContaining("SAFETY");
    }

    @Test
    void keepsAnAnswerThatAFilterEnded() throws Exception {
        InferenceResponse response = asked("{\"candidates\":[{\"finishReason\":\"SAFETY\",\"index\":0}]}");

        assertThat(response.text()).isEmpty();
        assertThat(response.finishReason()).contains("SAFETY");
    }

    @Test
    void sendsWhatTheApiTakesWhereItTakesIt() throws Exception {
        InferenceRequest conversation = new InferenceRequest(List.of(Message.of(Message.Role.SYSTEM, "Be brief."),
                Message.of(Message.Role.USER, "2+2="), Message.of(Message.Role.ASSISTANT, "4"),
                Message.of(Message.Role.USER, "3+3=")), GenerationOptions.defaults().withSeed(7));
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(piece("{}", END)));
                GeminiClient client = GeminiClient.builder(server.rootUrl() + "/v1beta/").model("tunedModels/mine")
                        .apiKey("key").stop(List.of("x")).config("thinkingConfig", "{\"thinkingBudget\":0}")
                        .config("temperature", "null").build()) {
            client.infer(conversation, sink);

            ScriptedServer.Request sent = server.requests().getFirst();
            assertThat(sent.path()).isEqualTo("/v1beta/tunedModels/mine:streamGenerateContent?alt=sse");
            assertThat(sent.headers()).containsEntry("x-goog-api-key", "key").doesNotContainKey("authorization");
            JsonNode body = Json.parse(sent.body());
            assertThat(Json.write(body.path("contents")))
                    .isEqualTo("[{\"role\":\"user\",\"parts\":[{\"text\":\"2+2=\"}]},"
                            + "{\"role\":\"model\",\"parts\":[{\"text\":\"4\"}]},"
                            + "{\"role\":\"user\",\"parts\":[{\"text\":\"3+3=\"}]}]");
            assertThat(Json.write(body.path("systemInstruction"))).isEqualTo("{\"parts\":[{\"text\":\"Be brief.\"}]}");
            assertThat(Json.write(body.path("generationConfig"))).isEqualTo("{\"maxOutputTokens\":1024,\"seed\":7,"
                    + "\"stopSequences\":[\"x\"],\"thinkingConfig\":{\"thinkingBudget\":0}}");
        }
    }

    @Test
    void isRemoteAtGoogleAndRefusesANameThatNoModelHas() {
        assertThat(GeminiClient.builder().model("gemini-2.5-flash").build().describe().servingHost())
                .isEqualTo(ServingHost.REMOTE);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> GeminiClient.builder().model("a b?").build()).withMessageContaining("'a b?'");
    }

    private InferenceResponse asked(String... events) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(events));
                GeminiClient client = GeminiClient.builder(server.rootUrl()).model("m").build()) {
            return client.infer(QUESTION, sink);
        }
    }

    private static String piece(String part, String end) {
        return piece(part, end, "");
    }

    private static String piece(String part, String end, String counts) {
        return "{\"candidates\":[{\"content\":{\"parts\":[" + part + "],\"role\":\"model\"},"
                + (end.isEmpty() ? "" : end + ",") + "\"index\":0}]"
                + (counts.isEmpty() ? "" : ",\"usageMetadata\":{" + counts.substring(1) + "}") + "}";
    }
}
