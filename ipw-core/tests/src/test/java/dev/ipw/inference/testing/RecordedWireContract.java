package dev.ipw.inference.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.exchange.ProtocolFeatures.Feature;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Hold a client's requests and what it reads to recordings of its API: tools, images and answers of a JSON schema. The
 * recordings follow the vendor's documentation, field by field, and are files of the folder {@code wire/FOLDER} beside
 * this class:
 *
 * <ul>
 * <li>{@code NAME.request.json}: the body that the client sends where it asks for a stream
 * <li>{@code NAME.stream.txt}: the body of the streamed answer
 * <li>{@code NAME.whole.json}: the body of the whole answer
 * <li>{@code tools-refused.json}: what the server says with HTTP 400 if it takes no tools
 * </ul>
 *
 * <p>
 * Each answer has 94 tokens in and 41 out. What the API cannot carry has no recording; there the client refuses before it
 * asks.
 */
abstract class RecordedWireContract extends GoldenStreamContract {
    private static final int MAX_CUTS = 48;
    private static final ToolDefinition WEATHER = new ToolDefinition("get_weather", "Tell the weather of a city.",
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},\"unit\":{\"type\":\"string\","
                    + "\"enum\":[\"celsius\",\"fahrenheit\"]}},\"required\":[\"city\"]}");
    private static final ToolDefinition TIME = new ToolDefinition("get_time", "Tell the time of a zone.",
            "{\"type\":\"object\",\"properties\":{\"zone\":{\"type\":\"string\"}},\"required\":[\"zone\"]}");
    private static final String WEATHER_ARGUMENTS = "{\"city\":\"Lima\",\"unit\":\"celsius\"}";
    private static final String TIME_ARGUMENTS = "{\"zone\":\"America/Lima\"}";
    private static final InferenceRequest QUESTION = new InferenceRequest(
            List.of(Message.system("Use the tools."), Message.user("Weather and time in Lima?")),
            GenerationOptions.defaults());
    private static final InferenceRequest TOOLS = QUESTION.withTools(List.of(WEATHER, TIME), ToolChoice.AUTO);
    private static final byte[] PIXEL = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    /** Name the folder of the recordings; empty if the API carries nothing but text. */
    protected abstract String recordings();

    /** Return what the API cannot carry. */
    protected Set<Feature> lacking() {
        return Set.of();
    }

    /** Return the ids of the two calls in the recordings; none if the server gives none. */
    protected List<String> callIds() {
        return List.of();
    }

    /** Make the body that asks for a whole answer out of the one that asks for a stream. */
    protected JsonNode asWhole(ObjectNode streamed) {
        streamed.remove("stream_options");
        return streamed.put("stream", false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsParallelCallsOfTools(boolean stream) throws Exception {
        if (refused(Feature.TOOLS, TOOLS)) {
            return;
        }
        RecordedSink sink = new RecordedSink();
        requireCalls(ask("tool-calls", TOOLS, stream, sink));
        assertThat(sink.kinds().stream().filter(ChunkKind.TOOL_CALL::equals).count()).isGreaterThanOrEqualTo(2);
        assertThat(sink.kinds()).doesNotContain(ChunkKind.ANSWER);
    }

    @Test
    void readsCallsOfToolsFromAStreamThatIsSplitAnywhere() throws Exception {
        if (lacking().contains(Feature.TOOLS)) {
            return;
        }
        byte[] body = bytes("tool-calls.stream.txt");
        int step = Math.max(1, body.length / MAX_CUTS);
        for (int at = 1; at < body.length; at += step) {
            int cut = at;
            try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
                reply.beginStream(streamType());
                reply.chunk(Arrays.copyOf(body, cut));
                reply.chunk(Arrays.copyOfRange(body, cut, body.length));
                reply.endStream();
            }); InferenceClient client = create(server.rootUrl(), Map.of())) {
                requireCalls(client.infer(TOOLS, new RecordedSink()));
            }
        }
    }

    private void requireCalls(InferenceResponse response) throws Exception {
        assertThat(response.text()).isEmpty();
        assertThat(response.toolCalls()).extracting(ToolCall::name).containsExactly("get_weather", "get_time");
        assertThat(Json.parse(response.toolCalls().get(0).arguments())).isEqualTo(Json.parse(WEATHER_ARGUMENTS));
        assertThat(Json.parse(response.toolCalls().get(1).arguments())).isEqualTo(Json.parse(TIME_ARGUMENTS));
        List<String> ids = response.toolCalls().stream().map(ToolCall::id).toList();
        if (callIds().isEmpty()) {
            assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z0-9]{9}"));
        } else {
            assertThat(ids).isEqualTo(callIds());
        }
        assertThat(response.finishReason()).isPresent();
        requireCounts(response);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesBackWhatToolsDid(boolean stream) throws Exception {
        List<String> ids = callIds().isEmpty() ? List.of("call00001", "call00002") : callIds();
        List<Message> messages = new ArrayList<>(QUESTION.messages());
        messages.add(Message.assistant("", List.of(new ToolCall(ids.get(0), "get_weather", WEATHER_ARGUMENTS),
                new ToolCall(ids.get(1), "get_time", TIME_ARGUMENTS))));
        messages.add(Message.tool(List.of(
                new ContentPart.ToolResult(ids.get(0), "get_weather", "{\"celsius\":17}", false),
                new ContentPart.ToolResult(ids.get(1), "get_time", "The clock is broken.", true))));
        InferenceRequest request = new InferenceRequest(messages, GenerationOptions.defaults())
                .withTools(TOOLS.tools(), ToolChoice.AUTO);
        if (!refused(Feature.TOOLS, request)) {
            requireText(ask("tool-results", request, stream, new RecordedSink()), "It is 17 °C; the time is unknown.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sendsAnImage(boolean stream) throws Exception {
        InferenceRequest request = new InferenceRequest(List.of(Message.user(List.of(
                new ContentPart.Text("What is this?"), new ContentPart.Image("image/png", PIXEL)))),
                GenerationOptions.defaults());
        if (!refused(Feature.IMAGES, request)) {
            requireText(ask("image", request, stream, new RecordedSink()), "A red dot.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void asksForAnAnswerOfAJsonSchema(boolean stream) throws Exception {
        InferenceRequest request = InferenceRequest.ofPrompt("Weather in Lima?", GenerationOptions.defaults())
                .withResponseFormat(ResponseFormat.jsonSchema("weather",
                        "{\"type\":\"object\",\"properties\":{\"celsius\":{\"type\":\"number\"}},"
                                + "\"required\":[\"celsius\"],\"additionalProperties\":false}"));
        if (!refused(Feature.JSON_SCHEMA, request)) {
            requireText(ask("json-schema", request, stream, new RecordedSink()), "{\"celsius\":17}");
        }
    }

    private static void requireCounts(InferenceResponse response) {
        assertThat(response.usage().input()).hasValue(94);
        assertThat(response.usage().output()).hasValue(41);
    }

    private static void requireText(InferenceResponse response, String text) {
        assertThat(response.text()).isEqualTo(text);
        assertThat(response.toolCalls()).isEmpty();
        requireCounts(response);
    }

    @Test
    void demandsATool() throws Exception {
        for (ToolChoice choice : List.of(ToolChoice.REQUIRED, ToolChoice.of("get_time"))) {
            InferenceRequest request = QUESTION.withTools(TOOLS.tools(), choice);
            Feature lacks = lacking().contains(Feature.TOOLS) ? Feature.TOOLS : Feature.TOOL_CHOICE;
            if (!refused(lacks, request)) {
                requireSent(choice.tool().isPresent() ? "tool-named" : "tool-required", request);
            }
        }
    }

    @Test
    void forbidsTools() throws Exception {
        InferenceRequest request = QUESTION.withTools(TOOLS.tools(), ToolChoice.NONE);
        if (!refused(Feature.TOOLS, request)) {
            requireSent("tool-none", request);
        }
    }

    @Test
    void explainsThatAServerTakesNoTools() throws Exception {
        if (lacking().contains(Feature.TOOLS)) {
            return;
        }
        String said = text("tools-refused.json");
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(400, "application/json", said));
                InferenceClient client = create(server.rootUrl(), Map.of())) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(TOOLS, new RecordedSink()));
            assertThat(failure.kind()).isEqualTo(FailureKind.HTTP_STATUS);
            assertThat(failure.httpStatus()).hasValue(400);
            assertThat(failure).hasMessageContaining("HTTP 400").hasMessageContaining("The request offers 2 tools");
        }
    }

    @Test
    void refusesToolsThatContradictEachOther() throws Exception {
        refuses(QUESTION.withTools(List.of(WEATHER, WEATHER), ToolChoice.AUTO));
        refuses(QUESTION.withTools(List.of(WEATHER), ToolChoice.of("get_time")));
        refuses(QUESTION.withTools(List.of(), ToolChoice.REQUIRED));
        refuses(QUESTION.withTools(List.of(new ToolDefinition("broken", "", "{")), ToolChoice.AUTO));
        refuses(QUESTION.withResponseFormat(ResponseFormat.jsonSchema("broken", "[]")));
    }

    /** Return whether the API lacks something; then the client says so before it asks. */
    private boolean refused(Feature feature, InferenceRequest request) throws Exception {
        boolean lacks = lacking().contains(feature);
        if (lacks) {
            refuses(request);
        }
        return lacks;
    }

    private void refuses(InferenceRequest request) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((asked, reply) -> reply.send(500, "text/plain", "asked"));
                InferenceClient client = create(server.rootUrl(), Map.of())) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(request, new RecordedSink()));
            assertThat(failure.kind()).isEqualTo(FailureKind.CLIENT_ERROR);
            assertThat(server.requests()).isEmpty();
        }
    }

    /** Ask, and hold what is sent to the recording. */
    private InferenceResponse ask(String name, InferenceRequest request, boolean stream, RecordedSink sink)
            throws Exception {
        byte[] body = bytes(name + (stream ? ".stream.txt" : ".whole.json"));
        try (ScriptedServer server = ScriptedServer.start((asked, reply) -> {
            if (stream) {
                reply.beginStream(streamType());
                reply.chunk(body);
                reply.endStream();
            } else {
                reply.send(200, "application/json", new String(body, StandardCharsets.UTF_8));
            }
        }); InferenceClient client = create(server.rootUrl(), Map.of("stream", String.valueOf(stream)))) {
            InferenceResponse response = client.infer(request, sink);
            JsonNode recorded = Json.parse(bytes(name + ".request.json"));
            requireJson(server.requests().getFirst().body(), stream ? recorded : asWhole((ObjectNode) recorded));
            return response;
        }
    }

    /** Hold what is sent to the recording, whatever is answered. */
    private void requireSent(String name, InferenceRequest request) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((asked, reply) -> reply.send(500, "text/plain", "asked"));
                InferenceClient client = create(server.rootUrl(), Map.of())) {
            assertThatThrownBy(() -> client.infer(request, new RecordedSink())).isInstanceOf(InferenceException.class);
            requireJson(server.requests().getFirst().body(), Json.parse(bytes(name + ".request.json")));
        }
    }

    private static void requireJson(String sent, JsonNode recorded) throws Exception {
        JsonNode body = Json.parse(sent);
        assertThat(body).withFailMessage(() -> "sent " + Json.pretty(body) + "\nrecorded " + Json.pretty(recorded))
                .isEqualTo(recorded);
    }

    private String text(String file) throws IOException {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    private byte[] bytes(String file) throws IOException {
        String path = "wire/" + recordings() + "/" + file;
        try (InputStream recording = RecordedWireContract.class.getResourceAsStream(path)) {
            assertThat(recording).as(path).isNotNull();
            return recording.readAllBytes();
        }
    }
}
