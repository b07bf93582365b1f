package dev.ipw.langchain4j;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class RequestTranslationTests {
    private static final ToolDefinition ADD = new ToolDefinition("add", "Adds \"numbers\"",
            "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"integer\"}}, \"required\": [\"a\"]}");
    private static final ToolDefinition OTHER = new ToolDefinition("other", "", "{\"type\": \"object\"}");

    private final AtomicReference<ChatRequest> asked = new AtomicReference<>();
    private ChatResponse answer = ChatResponse.builder().aiMessage(AiMessage.from("4")).build();

    private InferenceResponse infer(InferenceRequest request) throws InferenceException, InterruptedException {
        return infer(request, sink());
    }

    private static ResponseSink sink() {
        return new TimelineRecorder(System.nanoTime());
    }

    private InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest chatRequest) {
                asked.set(chatRequest);
                return answer;
            }
        };
        try (LangChain4jClient client = LangChain4jClient.of(model, "m", ServingHost.LOCAL)) {
            return client.infer(request, sink);
        }
    }

    private ChatRequest asked() {
        return Objects.requireNonNull(asked.get());
    }

    @Test
    void passesMessagesImagesAndResultsOfToolsOn() throws Exception {
        infer(new InferenceRequest(List.of(Message.system("Be short"),
                Message.user(List.of(new ContentPart.Text("What is it?"),
                        new ContentPart.Image("image/png", new byte[]{1, 2}))),
                Message.assistant("", List.of(new ToolCall("c1", "add", "{\"a\": 1}"))),
                Message.tool(List.of(new ContentPart.ToolResult("c1", "add", "2", false)))),
                GenerationOptions.NONE));

        assertThat(asked().messages()).hasSize(4);
        UserMessage user = (UserMessage) asked().messages().get(1);
        ImageContent image = (ImageContent) user.contents().get(1);
        assertThat(image.image().base64Data()).isEqualTo("AQI=");
        assertThat(image.image().mimeType()).isEqualTo("image/png");
        AiMessage assistant = (AiMessage) asked().messages().get(2);
        assertThat(assistant.toolExecutionRequests()).singleElement().satisfies(call -> {
            assertThat(call.id()).isEqualTo("c1");
            assertThat(call.arguments()).isEqualTo("{\"a\": 1}");
        });
        ToolExecutionResultMessage result = (ToolExecutionResultMessage) asked().messages().get(3);
        assertThat(result.id()).isEqualTo("c1");
        assertThat(result.text()).isEqualTo("2");
    }

    @Test
    void passesOptionsToolsAndTheFormOfTheAnswerOn() throws Exception {
        infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.NONE.withTemperature(0.5).withTopP(0.9)
                .withMaxTokens(7).withStop(List.of("\n")))
                .withTools(List.of(ADD, OTHER), ToolChoice.of("add"))
                .withResponseFormat(ResponseFormat.jsonSchema("sum", "{\"type\": \"object\"}")));

        assertThat(asked().temperature()).isEqualTo(0.5);
        assertThat(asked().topP()).isEqualTo(0.9);
        assertThat(asked().maxOutputTokens()).isEqualTo(7);
        assertThat(asked().stopSequences()).containsExactly("\n");
        assertThat(asked().toolChoice()).isEqualTo(dev.langchain4j.model.chat.request.ToolChoice.REQUIRED);
        assertThat(asked().toolSpecifications()).singleElement().satisfies(tool -> {
            assertThat(tool.name()).isEqualTo("add");
            assertThat(tool.description()).isEqualTo("Adds \"numbers\"");
            assertThat(tool.parameters().required()).containsExactly("a");
        });
        assertThat(asked().responseFormat().jsonSchema().name()).isEqualTo("sum");
    }

    @Test
    void refusesWhatLangChain4jCannotBeTold() {
        assertThatThrownBy(() -> infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.NONE.withSeed(1))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("seed");
    }

    @Test
    void givesTokensToolCallsAndTheReasonOfTheEndBack() throws Exception {
        answer = ChatResponse.builder().aiMessage(AiMessage.from(ToolExecutionRequest.builder().id("c1").name("add")
                .arguments("{}").build())).tokenUsage(new TokenUsage(9, 3)).modelName("served")
                .finishReason(FinishReason.TOOL_EXECUTION).build();
        InferenceResponse response = infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.NONE));

        assertThat(response.toolCalls()).containsExactly(new ToolCall("c1", "add", "{}"));
        assertThat(response.usage().input()).hasValue(9);
        assertThat(response.usage().output()).hasValue(3);
        assertThat(response.finishReason()).hasValue("tool_execution");
        assertThat(response.servedModel()).hasValue("served");
    }

    @Test
    void leavesCountsOutThatTheModelDoesNotGive() throws Exception {
        InferenceResponse response = infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.NONE));

        assertThat(response.usage().input()).isEmpty();
        assertThat(response.usage().output()).isEmpty();
    }

    private static InferenceException failureOf(RuntimeException thrown) {
        ChatModel failing = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                throw thrown;
            }
        };
        LangChain4jClient client = LangChain4jClient.of(failing, "m", ServingHost.REMOTE);
        return Objects.requireNonNull(catchThrowableOfType(InferenceException.class,
                () -> client.infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.NONE), sink())));
    }

    @Test
    void saysWhyARequestFailed() {
        InferenceException refused = failureOf(new RateLimitException(new HttpException(429, "slow down")));
        assertThat(refused.kind()).isEqualTo(FailureKind.HTTP_STATUS);
        assertThat(refused.httpStatus()).hasValue(429);
        assertThat(refused).hasMessageContaining("slow down");

        assertThat(failureOf(new TimeoutException("late")).kind()).isEqualTo(FailureKind.TOTAL_TIMEOUT);
        assertThat(failureOf(new IllegalStateException("odd")).kind()).isEqualTo(FailureKind.CLIENT_ERROR);
    }
}
