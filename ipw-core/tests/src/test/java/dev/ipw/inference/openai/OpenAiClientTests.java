package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.AnswerText;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Tag("real-time")
class OpenAiClientTests {
    private static final String ROLE = "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}]}";
    private static final String FINISH = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
    private static final InferenceRequest QUESTION = InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults());

    private final RecordedSink sink = new RecordedSink();

    @Test
    void streamsAnAnswerWithUsage() throws Exception {
        InferenceResponse response = streamed(ROLE, content("Four"), content("."), FINISH,
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3,\"total_tokens\":15}}",
                "[DONE]");

        assertThat(response.text()).isEqualTo("Four.");
        assertThat(response.reasoning()).isEmpty();
        assertThat(response.finishReason()).contains("stop");
        assertThat(response.usage()).isEqualTo(TokenUsage.server(12, 3));
        assertThat(response.serverTimings()).isEqualTo(ServerTimings.UNKNOWN);
        assertThat(sink.kinds()).containsExactly(ChunkKind.ROLE, ChunkKind.ANSWER, ChunkKind.ANSWER, ChunkKind.USAGE,
                ChunkKind.USAGE);
    }

    @Test
    void sendsWhatWasAsked() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(FINISH, "[DONE]"))) {
            GenerationOptions options = new GenerationOptions(OptionalDouble.of(0.5), OptionalDouble.of(0.9),
                    OptionalInt.of(7), OptionalLong.of(42), List.of("END"), Map.of("top_k", "40"));
            List<Message> messages = List.of(Message.of(Message.Role.SYSTEM, "Be brief."),
                    Message.of(Message.Role.USER, "Grüße 🙂"));
            try (OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").apiKey("sk-1").build()) {
                client.infer(new InferenceRequest(messages, options), sink);
            }

            ScriptedServer.Request request = server.requests().getFirst();
            assertThat(request.method() + " " + request.path()).isEqualTo("POST /v1/chat/completions");
            assertThat(request.headers()).containsEntry("authorization", "Bearer sk-1")
                    .containsEntry("accept-encoding", "identity").containsEntry("content-type", "application/json");
            assertThat(Json.parse(request.body())).isEqualTo(Json.parse("""
                    {"model": "m", "messages": [{"role": "system", "content": "Be brief."},
                     {"role": "user", "content": "Grüße 🙂"}], "stream": true,
                     "stream_options": {"include_usage": true}, "temperature": 0.5, "top_p": 0.9, "max_tokens": 7,
                     "seed": 42, "stop": ["END"], "top_k": 40}"""));
        }
    }

    @Test
    void letsTheClientsOwnOptionsWinOverTheRequests() throws Exception {
        JsonNode body = bodySentBy(builder -> builder.temperature(0.7).maxTokens(5).stream(false)
                .bodyField("cache_prompt", "false").bodyField("temperature", "null")
                .bodyField("max_completion_tokens", "9"));

        assertThat(Json.write(body))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"2+2=\"}],"
                        + "\"stream\":false,\"max_tokens\":5,\"cache_prompt\":false,\"max_completion_tokens\":9}");
    }

    @Test
    void sendsTheRequestsDefaultsUnlessToldOtherwise() throws Exception {
        JsonNode body = bodySentBy(builder -> builder);

        assertThat(body.path("temperature").doubleValue()).isZero();
        assertThat(body.path("max_tokens").intValue()).isEqualTo(1024);
    }

    @Test
    void refusesABodyFieldOfTheRequestThatItDecidesItself() throws IOException {
        GenerationOptions options = new GenerationOptions(OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalInt.empty(), OptionalLong.empty(), List.of(), Map.of("model", "\"other\""));
        try (ScriptedServer server = ScriptedServer.always("");
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.infer(InferenceRequest.ofPrompt("q", options), sink))
                    .withMessageContaining("'model'");
        }
    }

    @Test
    void tellsReasoningFromTheVisibleAnswer() throws Exception {
        InferenceResponse response = streamed(ROLE, delta("{\"reasoning_content\":\"2 and\"}"),
                delta("{\"reasoning\":\" 2\"}"), delta("{\"reasoning\":\"!\",\"reasoning_content\":\"!\"}"),
                content("4"),
                FINISH, "[DONE]");

        assertThat(response.reasoning()).contains("2 and 2!");
        assertThat(response.text()).isEqualTo("4");
        assertThat(sink.kinds()).containsExactly(ChunkKind.ROLE, ChunkKind.REASONING, ChunkKind.REASONING,
                ChunkKind.REASONING, ChunkKind.ANSWER, ChunkKind.USAGE);
    }

    @Test
    void reportsToolCallsAsTokensThatAreNotVisible() throws Exception {
        InferenceResponse response = streamed(
                delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"add\",\"arguments\":\"\"}}]}"),
                delta("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{}\"}}]}"), FINISH, "[DONE]");

        assertThat(response.text()).isEmpty();
        assertThat(sink.kinds()).containsExactly(ChunkKind.TOOL_CALL, ChunkKind.TOOL_CALL, ChunkKind.USAGE);
        assertThat(sink.text(ChunkKind.TOOL_CALL)).isEqualTo("{}");
    }

    @Test
    void countsOnlyTheFirstChoice() throws Exception {
        String both = "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"}},"
                + "{\"index\":0,\"delta\":{\"content\":\"yes\"}}]}";

        String other = "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"},\"finish_reason\":\"length\"}]}";

        InferenceResponse response = streamed(both, other, FINISH, other);
        assertThat(response.text()).isEqualTo("yes");
        assertThat(response.finishReason()).contains("stop");
    }

    @Test
    void readsLlamaCppsPingsProgressAndTimings() throws Exception {
        String progress = "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}],"
                + "\"prompt_progress\":{\"total\":9}}";
        String usage = "{\"choices\":[],\"usage\":{\"prompt_tokens\":33,\"completion_tokens\":2,\"total_tokens\":35,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":32}},\"timings\":{\"cache_n\":32,\"prompt_n\":1,"
                + "\"prompt_ms\":1.5,\"predicted_n\":2,\"predicted_ms\":0.0}}";
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(":\n\n".getBytes(StandardCharsets.UTF_8));
            reply.event(progress);
            reply.event(progress);
            reply.event(content("4"));
            reply.event(FINISH);
            reply.event(usage);
            reply.event("[DONE]");
            reply.endStream();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            InferenceResponse response = client.infer(QUESTION, sink);

            assertThat(sink.kinds()).containsExactly(ChunkKind.PING, ChunkKind.ROLE, ChunkKind.ROLE, ChunkKind.ANSWER,
                    ChunkKind.USAGE, ChunkKind.USAGE);
            assertThat(response.usage().cachedInput()).hasValue(32);
            assertThat(response.serverTimings())
                    .isEqualTo(
                            new ServerTimings(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(1_500_000),
                                    OptionalLong.empty(), OptionalLong.empty()));
        }
    }

    @Test
    void keepsCountsThatZerosFollow() throws Exception {
        InferenceResponse response = streamed(content("4"),
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":"
                        + "{\"prompt_tokens\":9,\"completion_tokens\":3,\"total_tokens\":12}}",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}}",
                "[DONE]");

        assertThat(response.usage()).isEqualTo(TokenUsage.server(9, 3));
    }

    @Test
    void readsTheCountsAndTimesOfGroqsStreams() throws Exception {
        InferenceResponse response = streamed(content("4"),
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"x_groq\":{\"id\":\"r\",\"usage\":"
                        + "{\"queue_time\":0.5,\"prompt_tokens\":9,\"prompt_time\":0.25,\"completion_tokens\":3,"
                        + "\"completion_time\":2.0,\"total_tokens\":12,\"total_time\":2.25}}}",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3,\"total_tokens\":12}}",
                "[DONE]");

        assertThat(response.usage()).isEqualTo(TokenUsage.server(9, 3));
        assertThat(response.serverTimings()).isEqualTo(new ServerTimings(OptionalLong.of(500_000_000),
                OptionalLong.empty(), OptionalLong.of(250_000_000), OptionalLong.of(2_000_000_000),
                OptionalLong.of(2_250_000_000L)));
    }

    @Test
    void readsAStreamWhoseProbabilitiesAreNoNumbers() throws Exception {
        InferenceResponse response = streamed(
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"42\"},\"logprobs\":{\"content\":[{\"token\":\"42\","
                        + "\"logprob\":-Infinity,\"top_logprobs\":[{\"logprob\":NaN}]}]}}]}",
                FINISH, "[DONE]");

        assertThat(response.text()).isEqualTo("42");
    }

    @Test
    void readsAStreamWithoutDoneAndWithUsageInTheFinishChunk() throws Exception {
        InferenceResponse response = streamed(ROLE, content("4"),
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}],\"usage\":"
                        + "{\"prompt_tokens\":2,\"completion_tokens\":10,\"total_tokens\":76,"
                        + "\"completion_tokens_details\":{\"reasoning_tokens\":64}}}");

        assertThat(response.finishReason()).contains("length");
        assertThat(response.usage()).isEqualTo(new TokenUsage(OptionalLong.of(2), OptionalLong.of(10),
                OptionalLong.of(76), OptionalLong.empty(), OptionalLong.of(64), TokenUsage.Source.SERVER)
                .withStreamed(10));
    }

    @Test
    void reportsContentAndUsageInOneChunkAsBoth() throws Exception {
        InferenceResponse response = streamed("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"4\"},"
                + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}", "[DONE]");

        assertThat(response.text()).isEqualTo("4");
        assertThat(response.usage().total()).isEmpty();
        assertThat(sink.kinds()).containsExactly(ChunkKind.ANSWER, ChunkKind.USAGE);
        assertThat(sink.chunks().get(0).nanos()).isEqualTo(sink.chunks().get(1).nanos());
    }

    @Test
    void readsTheTextPartsOfContentInParts() throws Exception {
        InferenceResponse response = streamed(
                delta("{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"hm\"}]}]}"),
                delta("{\"content\":[]}"),
                delta("{\"content\":[{\"type\":\"text\",\"text\":\"Fo\"},{\"type\":\"image_url\"},\"u\"]}"),
                delta("{\"content\":[{\"type\":\"text\",\"text\":\"r\"}]}"), FINISH, "[DONE]");

        assertThat(response.text()).isEqualTo("Four");
        assertThat(response.reasoning()).contains("hm");
        assertThat(sink.kinds()).containsExactly(ChunkKind.REASONING, ChunkKind.PING, ChunkKind.ANSWER,
                ChunkKind.ANSWER, ChunkKind.ANSWER, ChunkKind.USAGE);
    }

    @Test
    void readsThePartsOfAWholeAnswer() throws Exception {
        assertThat(whole("{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"4\"}]}}").text())
                .isEqualTo("4");
    }

    @Test
    void readsTheTextOfCompletionsThatAreNoChat() throws Exception {
        InferenceResponse streamed = streamed("{\"choices\":[{\"index\":0,\"text\":\"Fo\"}]}",
                "{\"choices\":[{\"index\":0,\"text\":\"ur\",\"finish_reason\":\"stop\"}]}", "[DONE]");

        assertThat(streamed.text()).isEqualTo("Four");
        assertThat(sink.kinds()).containsExactly(ChunkKind.ANSWER, ChunkKind.ANSWER, ChunkKind.USAGE);
        assertThat(whole("{\"text\":\"4\"}").text()).isEqualTo("4");
    }

    @Test
    void keepsAnAnswerAsLongAsTheBound() throws Exception {
        String half = content("x".repeat(AnswerText.MAX_CHARACTERS / 2));

        assertThat(streamed(half, half, FINISH, "[DONE]").text()).hasSize(AnswerText.MAX_CHARACTERS);
    }

    @Test
    void knowsNoUsageIfTheServerSendsNone() throws Exception {
        assertThat(streamed(content("4"), FINISH, "[DONE]").usage()).isEqualTo(TokenUsage.absent());
        assertThat(streamed(content("4"), "{\"choices\":[],\"usage\":null}", "[DONE]").usage())
                .isEqualTo(TokenUsage.absent());
    }

    @Test
    void acceptsAnAnswerWhoseConnectionBreaksAfterTheEndMarker() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.event(content("4"));
            reply.event(FINISH);
            reply.close();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            assertThat(client.infer(QUESTION, sink).text()).isEqualTo("4");
        }
    }

    @Test
    void acceptsALastEventWithoutBlankLine() throws Exception {
        try (ScriptedServer server = ScriptedServer.always("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                + "data: " + content("4") + "\n\ndata: " + FINISH);
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            InferenceResponse response = client.infer(QUESTION, sink);
            assertThat(response.text()).isEqualTo("4");
            assertThat(response.finishReason()).contains("stop");
        }
    }

    @Test
    void doesNotWaitForAServerThatLeavesTheStreamOpenAfterDone() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            reply.beginStream();
            reply.event(content("4"));
            reply.event("[DONE]");
            reply.awaitClientLeft();
        }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            assertThat(client.infer(QUESTION, sink).text()).isEqualTo("4");
            server.awaitClientLeft();
        }
    }

    @Test
    void readsAWholeAnswer() throws Exception {
        String completion = "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"4\","
                + "\"reasoning_content\":\"hm\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":5,"
                + "\"completion_tokens\":1,\"total_tokens\":6},\"timings\":{\"prompt_ms\":2,\"predicted_ms\":3.25}}";
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.send(200, "application/json", completion))) {
            for (boolean stream : new boolean[]{false, true}) {
                RecordedSink own = new RecordedSink();
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").stream(stream).build();
                InferenceResponse response = client.infer(QUESTION, own);

                assertThat(response.text()).isEqualTo("4");
                assertThat(response.reasoning()).contains("hm");
                assertThat(response.usage()).isEqualTo(TokenUsage.server(5, 1));
                assertThat(response.serverTimings().generationNanos()).hasValue(3_250_000);
                assertThat(own.kinds()).containsExactly(ChunkKind.REASONING, ChunkKind.ANSWER, ChunkKind.USAGE);
            }
        }
    }

    @Test
    void readsACharacterThatIsSplitAcrossReads() throws Exception {
        byte[] event = ("data: " + content("Grüße 🙂") + "\n\n").getBytes(StandardCharsets.UTF_8);
        for (int cut = 1; cut < event.length; cut += 3) {
            int at = cut;
            try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
                reply.beginStream();
                reply.chunk(Arrays.copyOf(event, at));
                reply.chunk(Arrays.copyOfRange(event, at, event.length));
                reply.event(FINISH);
                reply.endStream();
            }); OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
                assertThat(client.infer(QUESTION, sink).text()).isEqualTo("Grüße 🙂");
            }
        }
    }

    @Test
    void stampsMomentsInTheOrderInWhichTheyHappen() throws Exception {
        try (ScriptedServer server = ScriptedServer
                .start((request, reply) -> reply.stream(ROLE, delta("{\"reasoning\":\"hm\"}"), content("4"),
                        content("2"), FINISH, "[DONE]"));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
            client.infer(QUESTION, recorder);
            ResponseTimeline timeline = recorder.finish(System.nanoTime());

            List<Long> moments = new ArrayList<>(List.of(timeline.intendedStartNanos(),
                    timeline.sentNanos().getAsLong(), timeline.firstByteNanos().getAsLong()));
            Arrays.stream(timeline.chunkNanos()).forEach(moments::add);
            moments.add(timeline.endNanos());
            assertThat(moments).isSorted();
            assertThat(timeline.chunkNanos()).hasSize(3);
            assertThat(timeline.firstVisibleTokenNanos().getAsLong()).isEqualTo(timeline.chunkNanos()[1]);
            assertThat(recorder.answer()).isEqualTo("42");
            assertThat(recorder.reasoning()).isEqualTo("hm");
        }
    }

    private static String content(String text) {
        return delta("{\"content\":" + Json.write(Json.fromPlain(text)) + "}");
    }

    private static String delta(String delta) {
        return "{\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}],\"usage\":null}";
    }

    private InferenceResponse streamed(String... events) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(events));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").build()) {
            return client.infer(QUESTION, sink);
        }
    }

    private InferenceResponse whole(String choice) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.send(200, "application/json",
                "{\"choices\":[" + choice + "]}"));
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m").stream(false).build()) {
            return client.infer(QUESTION, new RecordedSink());
        }
    }

    private JsonNode bodySentBy(UnaryOperator<OpenAiClient.Builder> settings) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(FINISH, "[DONE]"));
                OpenAiClient client = settings.apply(OpenAiClient.builder(server.baseUrl()).model("m")).build()) {
            client.infer(QUESTION, sink);
            return Json.parse(server.requests().getFirst().body());
        }
    }
}
