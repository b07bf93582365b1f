package dev.ipw.inference.openai;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.openai.OpenAiClient.Api;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Ask for tools where servers differ from what OpenAI documents. */
@Tag("real-time")
class OpenAiClientToolTests {
    private static final String FINISH = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}";
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("1+2", GenerationOptions.defaults())
            .withTools(List.of(new ToolDefinition("add", "Add.", "{\"type\":\"object\"}")), ToolChoice.AUTO);

    private final RecordedSink sink = new RecordedSink();

    @Test
    void tellsCallsApartThatHaveNoIndex() throws Exception {
        InferenceResponse response = chat(calls("{\"id\":\"a\",\"function\":{\"name\":\"add\",\"arguments\":\"{}\"}}",
                "{\"id\":\"b\",\"function\":{\"name\":\"add\",\"arguments\":\"{\\\"x\\\":1}\"}}"), FINISH, "[DONE]");

        assertThat(response.toolCalls()).containsExactly(new ToolCall("a", "add", "{}"),
                new ToolCall("b", "add", "{\"x\":1}"));
    }

    @Test
    void tellsCallsApartThatAllHaveTheFirstIndex() throws Exception {
        InferenceResponse response = chat(
                calls("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"add\",\"arguments\":\"{}\"}}"),
                calls("{\"index\":0,\"id\":\"b\",\"function\":{\"name\":\"add\",\"arguments\":\"{}\"}}"), FINISH,
                "[DONE]");

        assertThat(response.toolCalls()).extracting(ToolCall::id).containsExactly("a", "b");
    }

    @Test
    void readsArgumentsThatAreAnObject() throws Exception {
        InferenceResponse response = chat(
                calls("{\"index\":0,\"function\":{\"name\":\"add\",\"arguments\":{\"x\":1}}}"), FINISH, "[DONE]");

        assertThat(response.toolCalls()).singleElement().extracting(ToolCall::arguments).isEqualTo("{\"x\":1}");
        assertThat(sink.kinds()).containsExactly(ChunkKind.TOOL_CALL, ChunkKind.USAGE);
    }

    @Test
    void keepsTextBesideCalls() throws Exception {
        InferenceResponse response = chat("{\"choices\":[{\"delta\":{\"content\":\"I add.\"}}]}",
                calls("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"add\",\"arguments\":\"{}\"}}"), FINISH,
                "[DONE]");

        assertThat(response.text()).isEqualTo("I add.");
        assertThat(response.toolCalls()).hasSize(1);
    }

    @Test
    void followsItemsThatHaveOnlyTheIdOfTheirCall() throws Exception {
        InferenceResponse response = responses(
                "{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"function_call\",\"call_id\":\"fc_a\","
                        + "\"name\":\"add\",\"arguments\":\"\"}}",
                "{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"function_call\",\"call_id\":\"fc_b\","
                        + "\"name\":\"add\",\"arguments\":\"\"}}",
                "{\"type\":\"response.function_call_arguments.delta\",\"item_id\":\"fc_a\",\"delta\":\"{}\"}",
                "{\"type\":\"response.function_call_arguments.delta\",\"item_id\":\"fc_b\",\"delta\":\"[]\"}",
                completed(""));

        assertThat(response.toolCalls()).containsExactly(new ToolCall("fc_a", "add", "{}"),
                new ToolCall("fc_b", "add", "[]"));
    }

    @Test
    void readsArgumentsThatComeAtTheEndOfTheirItemOnly() throws Exception {
        InferenceResponse response = responses(
                "{\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"function_call\","
                        + "\"id\":\"i\",\"call_id\":\"a\",\"name\":\"add\"}}",
                "{\"type\":\"response.function_call_arguments.done\",\"output_index\":0,\"arguments\":\"{\\\"x\\\":1}\"}",
                "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{\"type\":\"function_call\","
                        + "\"id\":\"i\",\"call_id\":\"a\",\"name\":\"add\",\"arguments\":\"{\\\"x\\\":1}\"}}",
                "{\"type\":\"response.output_item.done\",\"output_index\":1,\"item\":{\"type\":\"function_call\","
                        + "\"id\":\"j\",\"call_id\":\"b\",\"name\":\"add\",\"arguments\":\"{}\"}}",
                completed(""));

        assertThat(response.toolCalls()).containsExactly(new ToolCall("a", "add", "{\"x\":1}"),
                new ToolCall("b", "add", "{}"));
    }

    private static final String ITEM = "\"item\":{\"type\":\"function_call\",\"id\":\"i\",\"call_id\":\"a\",\"name\":\"add\","
            + "\"arguments\":\"{\\\"x\\\":1}\"}";

    static Stream<List<String>> closingStatements() {
        String last = completed("{\"type\":\"function_call\",\"id\":\"i\",\"call_id\":\"a\",\"name\":\"add\","
                + "\"arguments\":\"{\\\"x\\\":1}\"}");
        return Stream.of(
                List.of("{\"type\":\"response.function_call_arguments.done\",\"item_id\":\"i\","
                        + "\"arguments\":\"{\\\"x\\\":1}\"}", completed("")),
                List.of("{\"type\":\"response.output_item.done\"," + ITEM + "}", completed("")), List.of(last));
    }

    @ParameterizedTest
    @MethodSource("closingStatements")
    void argumentsThatTheBeginningOfACallHasAlreadyCountOnce(List<String> closing) throws Exception {
        List<String> events = new ArrayList<>(
                List.of("{\"type\":\"response.output_item.added\"," + ITEM + "}",
                        "{\"type\":\"response.function_call_arguments.delta\",\"item_id\":\"i\",\"delta\":\"{\\\"x\\\"\"}",
                        "{\"type\":\"response.function_call_arguments.delta\",\"item_id\":\"i\",\"delta\":\":1}\"}"));
        events.addAll(closing);

        assertThat(responses(events.toArray(String[]::new)).toolCalls())
                .containsExactly(new ToolCall("a", "add", "{\"x\":1}"));
    }

    @Test
    void readsCallsThatComeWithTheLastEventOnly() throws Exception {
        InferenceResponse response = responses("{\"type\":\"response.output_text.delta\",\"delta\":\"I add.\"}",
                completed("{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"I add.\"}]},"
                        + "{\"type\":\"function_call\",\"call_id\":\"a\",\"name\":\"add\",\"arguments\":\"{}\"}"));

        assertThat(response.text()).isEqualTo("I add.");
        assertThat(response.toolCalls()).containsExactly(new ToolCall("a", "add", "{}"));
    }

    @Test
    void asksNobodyToRunTheServersOwnTools() throws Exception {
        InferenceResponse response = responses(
                "{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"mcp_call\",\"name\":\"search\"}}",
                "{\"type\":\"response.mcp_call_arguments.delta\",\"delta\":\"{}\"}", completed(""));

        assertThat(response.toolCalls()).isEmpty();
        assertThat(sink.kinds()).contains(ChunkKind.TOOL_CALL);
    }

    @Test
    void leavesARefusalAloneThatIsNotAboutTools() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(400, "text/plain", "prompt is too long"));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            assertThat(catchThrowableOfType(InferenceException.class, () -> client.infer(QUESTION, sink)))
                    .hasMessageEndingWith("prompt is too long");
        }
    }

    @Test
    void saysThatCompletionsHaveNoTools() throws Exception {
        try (OpenAiClient client = OpenAiClient.builder("http://127.0.0.1:1").model("m").api(Api.COMPLETIONS)
                .build()) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(QUESTION, sink));
            assertThat(failure.kind()).isEqualTo(FailureKind.CLIENT_ERROR);
            assertThat(failure).hasMessage("OpenAI's completions carry no tools; use api=chat");
        }
    }

    @Test
    void repeatsTextThatStoodBesideCalls() throws Exception {
        InferenceRequest next = new InferenceRequest(
                List.of(Message.user("1+2"), Message.assistant("I add.", List.of(new ToolCall("a", "add", "{")))),
                GenerationOptions.defaults());
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(FINISH, "[DONE]"));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            client.infer(next, sink);

            assertThat(Json.parse(server.requests().getFirst().body()).path("messages").path(1))
                    .isEqualTo(
                            Json.parse("{\"role\":\"assistant\",\"content\":\"I add.\",\"tool_calls\":[{\"id\":\"a\","
                                    + "\"type\":\"function\",\"function\":{\"name\":\"add\",\"arguments\":\"{\"}}]}"));
        }
    }

    private static String calls(String... calls) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[" + String.join(",", calls) + "]}}]}";
    }

    private static String completed(String output) {
        return "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[" + output + "]}}";
    }

    private InferenceResponse chat(String... events) throws Exception {
        return streamed(Api.CHAT, events);
    }

    private InferenceResponse responses(String... events) throws Exception {
        return streamed(Api.RESPONSES, events);
    }

    private InferenceResponse streamed(Api api, String... events) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(events));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").api(api).build()) {
            return client.infer(QUESTION, sink);
        }
    }
}
