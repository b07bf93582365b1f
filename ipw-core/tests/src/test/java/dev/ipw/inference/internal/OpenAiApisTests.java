package dev.ipw.inference.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.testing.RecordedSink;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Tag("real-time")
class OpenAiApisTests {
    private static final InferenceRequest QUESTION = new InferenceRequest(
            List.of(Message.of(Message.Role.SYSTEM, "Be brief."), Message.of(Message.Role.USER, "2+2=")),
            GenerationOptions.defaults().withSeed(7));
    private static final String STOP = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]";
    private static final String CREATED = "{\"type\":\"response.created\",\"response\":{\"status\":\"in_progress\"}}";

    private final RecordedSink sink = new RecordedSink();
    private JsonNode sent = Json.object();
    private String path = "";

    @Test
    void completionsGoOnWithOneText() throws Exception {
        InferenceResponse response = asked(Map.of("api", "completions"),
                "{\"choices\":[{\"index\":0,\"text\":\" 4\",\"finish_reason\":null}]}",
                "{\"choices\":[{\"index\":0,\"text\":\"\",\"finish_reason\":\"stop\"}]}", "[DONE]");

        assertThat(response.text()).isEqualTo(" 4");
        assertThat(path).isEqualTo("/v1/completions");
        assertThat(sent.path("prompt").textValue()).isEqualTo("Be brief.\n\n2+2=");
        assertThat(sent.path("seed").longValue()).isEqualTo(7);
        assertThat(sent.has("messages")).isFalse();
    }

    @Test
    void completionsRefuseAConversation() {
        InferenceRequest conversation = new InferenceRequest(List.of(Message.of(Message.Role.USER, "a"),
                Message.of(Message.Role.ASSISTANT, "b"), Message.of(Message.Role.USER, "c")),
                GenerationOptions.defaults());
        try (InferenceClient client = client("http://127.0.0.1:1/v1", "openai", Map.of("api", "completions"))) {
            InferenceException failure = catchThrowableOfType(InferenceException.class,
                    () -> client.infer(conversation, sink));
            assertThat(failure.kind()).isEqualTo(FailureKind.CLIENT_ERROR);
            assertThat(failure).hasMessageContaining("api=chat");
        }
    }

    @Test
    void responsesKeepReasoningCallsAndCountsApart() throws Exception {
        InferenceResponse response = asked(Map.of("api", "responses"), CREATED,
                "{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"Sum\"}",
                "{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"function_call\",\"name\":\"add\"}}",
                "{\"type\":\"response.function_call_arguments.delta\",\"delta\":\"{}\"}",
                "{\"type\":\"response.output_text.delta\",\"delta\":\"4\"}",
                "{\"type\":\"response.refusal.delta\",\"delta\":\"!\"}",
                "{\"type\":\"response.unheard_of\",\"delta\":\"no\"}",
                "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":{\"input_tokens\":20,"
                        + "\"input_tokens_details\":{\"cached_tokens\":16},\"output_tokens\":70,"
                        + "\"output_tokens_details\":{\"reasoning_tokens\":64},\"total_tokens\":90}}}");

        assertThat(response.text()).isEqualTo("4!");
        assertThat(response.reasoning()).contains("Sum");
        assertThat(response.finishReason()).contains("completed");
        assertThat(response.usage()).isEqualTo(new TokenUsage(OptionalLong.of(20), OptionalLong.of(70),
                OptionalLong.of(90), OptionalLong.of(16), OptionalLong.of(64), TokenUsage.Source.SERVER));
        assertThat(response.usage().streamed()).as("of a summary nobody knows its share").isEmpty();
        assertThat(sink.kinds()).containsExactly(ChunkKind.ROLE, ChunkKind.REASONING, ChunkKind.TOOL_CALL,
                ChunkKind.TOOL_CALL, ChunkKind.ANSWER, ChunkKind.ANSWER, ChunkKind.PING, ChunkKind.USAGE);
        assertThat(path).isEqualTo("/v1/responses");
        assertThat(sent.path("input").size()).isEqualTo(2);
        assertThat(sent.path("max_output_tokens").intValue()).isEqualTo(1024);
        assertThat(sent.path("store").booleanValue()).isFalse();
        assertThat(sent.has("seed") || sent.has("stream_options") || sent.has("max_tokens")).isFalse();
    }

    @Test
    void responsesThatEndEarlyAreAnswersThatSayWhy() throws Exception {
        InferenceResponse response = asked(Map.of("api", "responses"), CREATED,
                "{\"type\":\"response.output_text.delta\",\"delta\":\"4\"}",
                "{\"type\":\"response.incomplete\",\"response\":{\"status\":\"incomplete\","
                        + "\"incomplete_details\":{\"reason\":\"max_output_tokens\"},\"usage\":null}}");

        assertThat(response.text()).isEqualTo("4");
        assertThat(response.finishReason()).contains("max_output_tokens");
        assertThat(response.usage()).isEqualTo(TokenUsage.absent());
    }

    @Test
    void responsesTakeTheTextOfTheLastEventWhereNoneCameBefore() throws Exception {
        InferenceResponse response = asked(Map.of("api", "responses"), CREATED,
                "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[{\"type\":"
                        + "\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"4\"}]}]}}");

        assertThat(response.text()).isEqualTo("4");
    }

    @Test
    void responsesReportAnErrorEvent() {
        InferenceException failure = catchThrowableOfType(InferenceException.class,
                () -> asked(Map.of("api", "responses"), CREATED,
                        "{\"type\":\"error\",\"code\":\"rate_limit\",\"message\":\"slow down\"}"));

        assertThat(failure.kind()).isEqualTo(FailureKind.SERVER_ERROR);
        assertThat(failure).hasMessageContaining("slow down");
    }

    @Test
    void responsesRefuseWhatTheyDoNotHave() {
        for (String parameter : List.of("seed", "stop")) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> client("http://127.0.0.1:1/v1", "openai",
                            Map.of("api", "responses", parameter, "1")))
                    .withMessageContaining(parameter).withMessageContaining("api=chat");
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> client("http://127.0.0.1:1/v1", "openai", Map.of("api", "talk")))
                .withMessageContaining("'talk'").withMessageContaining("responses");
    }

    @ParameterizedTest
    @CsvSource({"openai,,false", "openai,true,true", "vllm,,true", "vllm,false,false"})
    void asksForCountsWithEachChunkOnlyWhereTheyAreKnownOrWanted(String id, String parameter, boolean asked)
            throws Exception {
        asked(id, parameter == null ? Map.of() : Map.of("continuous_usage", parameter), content("4"), STOP + "}",
                "[DONE]");

        JsonNode options = sent.path("stream_options");
        assertThat(options.path("include_usage").booleanValue()).isTrue();
        assertThat(options.path("continuous_usage_stats").asBoolean(false)).isEqualTo(asked);
        assertThat(options.size()).isEqualTo(asked ? 2 : 1);
    }

    @Test
    void countsTokensAlongWithTheServer() throws Exception {
        InferenceResponse response = asked(Map.of(), counted("{\"role\":\"assistant\",\"content\":\"\"}", 0),
                counted("{\"content\":\"six tokens\"}", 6), counted("{\"content\":\" more\"}", 7),
                counted("{\"content\":\".\"}", 9), STOP + ",\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":10,"
                        + "\"total_tokens\":12}}",
                "[DONE]");

        assertThat(response.usage().output()).hasValue(10);
        assertThat(response.usage().streamed()).as("without the end mark").hasValue(9);
        assertThat(response.usage().firstChunk()).hasValue(6);
    }

    @Test
    void countsTokensAlongWithTheTimesOfLlamaCpp() throws Exception {
        String timed = "{\"choices\":[{\"delta\":{\"content\":\"%s\"}}],\"timings\":{\"predicted_n\":%d}}";
        InferenceResponse response = asked(Map.of(), timed.formatted("a", 1), timed.formatted("ü", 4),
                STOP + ",\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":5,\"total_tokens\":7}}", "[DONE]");

        assertThat(response.usage().firstChunk()).hasValue(1);
        assertThat(response.usage().streamed()).hasValue(4);
    }

    @Test
    void trustsNoCountThatOnlySomeChunksHave() throws Exception {
        InferenceResponse response = asked(Map.of(), counted("{\"content\":\"a\"}", 1), content("b"),
                STOP + ",\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":3,\"total_tokens\":5}}", "[DONE]");

        assertThat(response.usage().streamed()).hasValue(3);
        assertThat(response.usage().firstChunk()).isEmpty();
    }

    @Test
    void trustsNoCountOfTheFirstChunkThatHiddenReasoningCameAfter() throws Exception {
        InferenceResponse response = asked(Map.of(), counted("{\"content\":\"a\"}", 1),
                counted("{\"content\":\"b\"}", 69), STOP + ",\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":69,"
                        + "\"total_tokens\":71,\"completion_tokens_details\":{\"reasoning_tokens\":64}}}",
                "[DONE]");

        assertThat(response.usage().streamed()).hasValue(5);
        assertThat(response.usage().firstChunk()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true,10,12,0,10", "true,10,76,64,74", "false,10,76,64,10", "true,74,76,64,74", "false,74,76,64,10",
            "false,74,99,64,", "false,10,12,64,"})
    void tellsReasoningThatNeverCameFromWhatWasGenerated(boolean comes, long output, long total, long reasoning,
            Long streamed) throws Exception {
        InferenceResponse response = asked(Map.of(),
                comes ? "{\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\"}}]}" : content(""), content("4"),
                STOP + ",\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":" + output + ",\"total_tokens\":" + total
                        + ",\"completion_tokens_details\":{\"reasoning_tokens\":" + reasoning + "}}}",
                "[DONE]");

        assertThat(response.usage().streamed())
                .isEqualTo(streamed == null ? OptionalLong.empty() : OptionalLong.of(streamed));
    }

    @Test
    void readsWhatServersTellBesides() throws Exception {
        InferenceResponse llama = asked(Map.of(), content("4"), STOP + ",\"timings\":{\"cache_n\":32,\"prompt_n\":1,"
                + "\"prompt_ms\":2.5},\"usage\":{\"prompt_tokens\":33,\"completion_tokens\":1}}", "[DONE]");
        InferenceResponse groq = asked(Map.of(), content("4"), STOP + ",\"usage\":{\"prompt_tokens\":3,"
                + "\"completion_tokens\":1,\"reasoning_tokens\":1,\"queue_time\":0.25,\"prompt_time\":0.5,"
                + "\"completion_time\":1.5,\"total_time\":2}}", "[DONE]");

        assertThat(llama.usage().cachedInput()).hasValue(32);
        assertThat(llama.serverTimings().promptNanos()).hasValue(2_500_000);
        assertThat(groq.usage().reasoning()).hasValue(1);
        assertThat(groq.serverTimings().queueNanos()).hasValue(250_000_000);
        assertThat(groq.serverTimings().generationNanos()).hasValue(1_500_000_000);
        assertThat(groq.serverTimings().totalNanos()).hasValue(2_000_000_000);
    }

    @ParameterizedTest
    @CsvSource({"'X-Queue-Time: 12\r\nX-Inference-Time: 40\r\n',12000000", "'X-Queue-Time: 12\r\n',",
            "'X-Queue-Time: 0.4s\r\nX-Inference-Time: 40\r\n',"})
    void readsAQueueTimeOnlyWhereItsUnitIsSure(String headers, Long nanos) throws Exception {
        String body = "{\"choices\":[{\"message\":{\"content\":\"4\"},\"finish_reason\":\"stop\"}]}";
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.raw("HTTP/1.1 200 OK\r\n"
                + headers.translateEscapes() + "Content-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body)); InferenceClient client = client(server.baseUrl(), "openai", Map.of())) {
            assertThat(client.infer(QUESTION, sink).serverTimings().queueNanos())
                    .isEqualTo(nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos));
        }
    }

    private InferenceResponse asked(Map<String, String> parameters, String... events) throws Exception {
        return asked("openai", parameters, events);
    }

    private InferenceResponse asked(String id, Map<String, String> parameters, String... events) throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> reply.stream(events));
                InferenceClient client = client(server.baseUrl(), id, parameters)) {
            InferenceResponse response = client.infer(QUESTION, sink);
            sent = Json.parse(server.requests().getFirst().body());
            path = server.requests().getFirst().path();
            return response;
        }
    }

    private static InferenceClient client(String address, String id, Map<String, String> parameters) {
        ClientOptions options = new ClientOptions(Optional.of("m"), Optional.of(URI.create(address)),
                Parameters.of("client " + id, parameters), Map.of());
        return id.equals("vllm")
                ? Plugins.builder("client", InferenceClientProvider.class).build().require("vllm").create(options)
                : Plugins.builder("client", InferenceClientProvider.class).build().require("openai").create(options);
    }

    private static String content(String text) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"}}]}";
    }

    private static String counted(String delta, int tokens) {
        return "{\"choices\":[{\"index\":0,\"delta\":" + delta + "}],\"usage\":{\"prompt_tokens\":2,"
                + "\"completion_tokens\":" + tokens + ",\"total_tokens\":" + (2 + tokens) + "}}";
    }
}
