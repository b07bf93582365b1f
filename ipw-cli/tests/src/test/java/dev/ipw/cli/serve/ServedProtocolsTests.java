package dev.ipw.cli.serve;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.anthropic.AnthropicClient;
import dev.ipw.inference.ollama.OllamaClient;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Asks the embedded model behind the server by each of the project's own clients. */
@Tag("real-time")
class ServedProtocolsTests {
    private static InferenceClient embedded;
    private static ChatServer server;

    @BeforeAll
    static void start() {
        embedded = Plugins.builder("client", InferenceClientProvider.class).build().require("embedded").create(
                new ClientOptions(Optional.of("large"), Optional.empty(), Parameters.none("embedded"), Map.of()));
        server = ChatServer.start(embedded, 0);
    }

    @AfterAll
    static void stop() {
        server.close();
        embedded.close();
    }

    /** A client of the project, and how it asks. */
    private enum Asking {
        CHAT, CHAT_STREAMED, RESPONSES, RESPONSES_STREAMED, ANTHROPIC, ANTHROPIC_STREAMED, OLLAMA_CHAT,
        OLLAMA_CHAT_STREAMED, OLLAMA_GENERATE, OLLAMA_GENERATE_STREAMED;

        InferenceClient client(URI base) {
            boolean stream = name().endsWith("_STREAMED");
            String root = base.resolve("/").toString();
            return switch (this) {
                case CHAT, CHAT_STREAMED ->
                    OpenAiClient.builder(base.toString()).model("large").stream(stream).build();
                case RESPONSES, RESPONSES_STREAMED -> OpenAiClient.builder(base.toString()).model("large")
                        .api(OpenAiClient.Api.RESPONSES).stream(stream).build();
                case ANTHROPIC, ANTHROPIC_STREAMED ->
                    AnthropicClient.builder(root).model("large").stream(stream).build();
                case OLLAMA_CHAT, OLLAMA_CHAT_STREAMED ->
                    OllamaClient.builder(root).model("large").api(OllamaClient.Api.CHAT).stream(stream).build();
                case OLLAMA_GENERATE, OLLAMA_GENERATE_STREAMED ->
                    OllamaClient.builder(root).model("large").api(OllamaClient.Api.GENERATE).stream(stream).build();
            };
        }

        String ofLimit() {
            return name().startsWith("RESPONSES")
                    ? "max_output_tokens"
                    : name().startsWith("ANTHROPIC") ? "max_tokens" : "length";
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersAndCounts(Asking asking) throws Exception {
        try (InferenceClient client = asking.client(server.baseUrl())) {
            client.check();
        }
        InferenceResponse response = ask(asking, InferenceRequest.ofPrompt("What is 417+58?",
                GenerationOptions.defaults()));

        assertThat(response.text()).isEqualTo("475");
        assertThat(response.usage().input()).hasValue(8);
        assertThat(response.usage().output()).hasValue(4);
        assertThat(response.servedModel()).contains("large");
    }

    @ParameterizedTest
    @EnumSource
    void endsAtTheLimitOfTokens(Asking asking) throws Exception {
        InferenceResponse response = ask(asking, InferenceRequest.ofPrompt("417+58",
                GenerationOptions.defaults().withMaxTokens(2)));

        assertThat(response.text()).isEqualTo("47");
        assertThat(response.usage().output()).hasValue(2);
        assertThat(response.finishReason()).contains(asking.ofLimit());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "RESPONSES.*")
    void endsAtAStopText(Asking asking) throws Exception {
        InferenceResponse response = ask(asking, InferenceRequest.ofPrompt("417+58",
                GenerationOptions.defaults().withStop(List.of("9", "75"))));

        assertThat(response.text()).isEqualTo("4");
        assertThat(response.usage().output()).hasValue(3);
        assertThat(response.finishReason())
                .contains(asking.name().startsWith("ANTHROPIC") ? "stop_sequence" : "stop");
    }

    @ParameterizedTest
    @EnumSource
    void readsTheSystemPrompt(Asking asking) throws Exception {
        InferenceResponse response = ask(asking, new InferenceRequest(
                List.of(Message.system("The question is 12*7."), Message.user("Go!")), GenerationOptions.defaults()));

        assertThat(response.text()).isEqualTo("84");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OLLAMA_GENERATE.*")
    void readsEarlierTurns(Asking asking) throws Exception {
        InferenceResponse response = ask(asking, new InferenceRequest(
                List.of(Message.user("417+58"), Message.assistant("475"), Message.user("+ 3")),
                GenerationOptions.defaults()));

        assertThat(response.text()).isEqualTo("478");
    }

    @ParameterizedTest
    @EnumSource
    void refusesAFormOfTheAnswer(Asking asking) {
        InferenceRequest request = InferenceRequest.ofPrompt("1+1", GenerationOptions.defaults())
                .withResponseFormat(ResponseFormat.jsonSchema("sum", "{\"type\":\"object\"}"));

        assertThatExceptionOfType(InferenceException.class).isThrownBy(() -> ask(asking, request))
                .withMessageContaining("format").satisfies(refused -> assertThat(refused.httpStatus()).hasValue(400));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OLLAMA_GENERATE.*")
    void refusesTools(Asking asking) {
        InferenceRequest request = InferenceRequest.ofPrompt("1+1", GenerationOptions.defaults()).withTools(
                List.of(new ToolDefinition("add", "Adds.", "{\"type\":\"object\"}")), ToolChoice.AUTO);

        assertThatExceptionOfType(InferenceException.class).isThrownBy(() -> ask(asking, request))
                .withMessageContaining("tools")
                .satisfies(refused -> assertThat(refused.httpStatus()).hasValue(400));
    }

    private static InferenceResponse ask(Asking asking, InferenceRequest request) throws Exception {
        try (InferenceClient client = asking.client(server.baseUrl())) {
            return client.infer(request, new TimelineRecorder(System.nanoTime()));
        }
    }
}
