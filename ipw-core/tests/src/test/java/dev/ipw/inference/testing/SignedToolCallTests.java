package dev.ipw.inference.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.anthropic.AnthropicClient;
import dev.ipw.inference.gemini.GeminiClient;
import dev.ipw.internal.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.ipw.inference.testing.MessagesEvents.blockStart;
import static dev.ipw.inference.testing.MessagesEvents.blockStop;
import static dev.ipw.inference.testing.MessagesEvents.delta;
import static dev.ipw.inference.testing.MessagesEvents.start;
import static dev.ipw.inference.testing.MessagesEvents.stop;
import static org.assertj.core.api.Assertions.assertThat;

/** Servers of models that think refuse the results of tools unless what they signed comes back with the calls. */
class SignedToolCallTests {
    private static final String USAGE = "{\"input_tokens\":12,\"output_tokens\":1}";
    private static final String ANSWER = "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
            + "\"content\":[{\"type\":\"thinking\",\"thinking\":\"Two and two.\",\"signature\":\"c2ln\"},"
            + "{\"type\":\"redacted_thinking\",\"data\":\"x\"},{\"type\":\"text\",\"text\":\"I add.\"},"
            + "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"add\",\"input\":{\"a\":2}}],"
            + "\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":12,\"output_tokens\":3}}";
    private static final List<Message> QUESTION = List.of(Message.user("2+2="));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anthropicGetsItsThoughtsBackAsTheyWere(boolean stream) throws Exception {
        String events = start(USAGE) + blockStart("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")
                + delta("{\"type\":\"thinking_delta\",\"thinking\":\"Two \"}")
                + delta("{\"type\":\"thinking_delta\",\"thinking\":\"and two.\"}")
                + delta("{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}") + blockStop()
                + blockStart("{\"type\":\"redacted_thinking\",\"data\":\"x\"}") + blockStop()
                + blockStart("{\"type\":\"text\",\"text\":\"\"}")
                + delta("{\"type\":\"text_delta\",\"text\":\"I add.\"}") + blockStop()
                + blockStart("{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"add\",\"input\":{}}")
                + delta("{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\":2}\"}")
                + stop("tool_use", "{\"output_tokens\":3}");
        try (ScriptedServer server = answering(stream, events, ANSWER);
                InferenceClient client = AnthropicClient.builder(server.rootUrl()).model("m").apiKey("key")
                        .stream(stream).build()) {
            JsonNode messages = secondBody(client, server).path("messages");

            assertThat(messages.path(1).path("content")).isEqualTo(Json.parse("""
                    [{"type": "thinking", "thinking": "Two and two.", "signature": "c2ln"},
                     {"type": "redacted_thinking", "data": "x"}, {"type": "text", "text": "I add."},
                     {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {"a": 2}}]"""));
            assertThat(messages.path(2).path("content")).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void geminiGetsItsSignatureBackWithTheCall(boolean stream) throws Exception {
        String answer = "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"id\":\"8f2b1a3c\","
                + "\"name\":\"add\",\"args\":{\"a\":2}},\"thoughtSignature\":\"c2ln\"}],\"role\":\"model\"},"
                + "\"finishReason\":\"STOP\",\"index\":0}]}";
        try (ScriptedServer server = answering(stream, "data: " + answer + "\r\n\r\n", answer);
                InferenceClient client = GeminiClient.builder(server.rootUrl()).model("m").apiKey("key")
                        .stream(stream).build()) {
            JsonNode contents = secondBody(client, server).path("contents");

            assertThat(contents.path(1).path("parts")).isEqualTo(Json.parse("""
                    [{"functionCall": {"id": "8f2b1a3c", "name": "add", "args": {"a": 2}},
                      "thoughtSignature": "c2ln"}]"""));
            assertThat(contents.path(2).path("parts").path(0).path("functionResponse").path("id").asText())
                    .isEqualTo("8f2b1a3c");
            assertThat(contents.path(2).path("parts")).hasSize(2);
        }
    }

    private static ScriptedServer answering(boolean stream, String events, String whole) throws Exception {
        return ScriptedServer.start((request, reply) -> {
            if (stream) {
                reply.beginStream("text/event-stream");
                reply.chunk(events.getBytes(StandardCharsets.UTF_8));
                reply.endStream();
            } else {
                reply.send(200, "application/json", whole);
            }
        });
    }

    /** Ask, give back the result in two messages, and read what is sent. */
    private static JsonNode secondBody(InferenceClient client, ScriptedServer server) throws Exception {
        List<ToolDefinition> tools = List.of(new ToolDefinition("add", "Add.", "{\"type\":\"object\"}"));
        InferenceResponse response = client.infer(new InferenceRequest(QUESTION, GenerationOptions.defaults())
                .withTools(tools, ToolChoice.AUTO), new RecordedSink());
        ToolCall call = response.toolCalls().getFirst();
        List<Message> messages = new ArrayList<>(QUESTION);
        messages.add(Message.assistant(response.text(), response.toolCalls()));
        for (String part : List.of("4", "really")) {
            messages.add(Message.tool(List.of(new ContentPart.ToolResult(call.id(), call.name(), part, false))));
        }
        client.infer(new InferenceRequest(messages, GenerationOptions.defaults()).withTools(tools, ToolChoice.AUTO),
                new RecordedSink());
        return Json.parse(server.requests().get(1).body());
    }
}
