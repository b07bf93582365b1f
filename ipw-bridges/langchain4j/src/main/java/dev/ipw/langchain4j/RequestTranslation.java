package dev.ipw.langchain4j;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice.Mode;
import dev.ipw.inference.ToolDefinition;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * The translation of inference requests to LangChain4j. Features that its common parameters do not support are
 * rejected.
 */
final class RequestTranslation {
    private RequestTranslation() {}

    static ChatRequest of(InferenceRequest request) {
        ChatRequest.Builder builder = ChatRequest.builder()
                .messages(request.messages().stream().flatMap(RequestTranslation::messages).toList());
        generation(request.options(), builder);
        tools(request, builder);
        request.responseFormat().ifPresent(format -> builder.responseFormat(ResponseFormat.builder()
                .type(ResponseFormatType.JSON).jsonSchema(JsonSchema.builder().name(format.name())
                        .rootElement(JsonRawSchema.from(format.schema())).build())
                .build()));
        return builder.build();
    }

    private static void generation(GenerationOptions options, ChatRequest.Builder builder) {
        if (!options.body().isEmpty() || options.seed().isPresent()) {
            throw new ConfigurationException("LangChain4j takes no seed and no fields of the body with a request: "
                    + "set them on the model, and leave them out of the run");
        }
        options.temperature().ifPresent(builder::temperature);
        options.topP().ifPresent(builder::topP);
        options.maxTokens().ifPresent(builder::maxOutputTokens);
        if (!options.stop().isEmpty()) {
            builder.stopSequences(options.stop());
        }
    }

    private static void tools(InferenceRequest request, ChatRequest.Builder builder) {
        Mode mode = request.toolChoice().mode();
        // LangChain4j cannot name a single tool: offering only that one and requiring a call has the same effect.
        List<ToolDefinition> offered = mode == Mode.NAMED
                ? request.tools().stream().filter(tool -> request.toolChoice().tool().orElse("").equals(tool.name()))
                        .toList()
                : request.tools();
        if (offered.isEmpty()) {
            return;
        }
        builder.toolSpecifications(offered.stream().map(RequestTranslation::tool).toList());
        builder.toolChoice(switch (mode) {
            case AUTO -> ToolChoice.AUTO;
            case NONE -> ToolChoice.NONE;
            case REQUIRED, NAMED -> ToolChoice.REQUIRED;
        });
    }

    private static ToolSpecification tool(ToolDefinition tool) {
        // A name has letters, digits, '_' and '-' only, so that it needs no escapes.
        return ToolSpecification
                .fromJson("{\"name\": \"" + tool.name() + "\", \"parameters\": " + tool.parameters() + "}")
                .toBuilder().description(tool.description()).build();
    }

    private static Stream<ChatMessage> messages(Message message) {
        return switch (message.role()) {
            case SYSTEM -> Stream.of(SystemMessage.from(message.text()));
            case USER ->
                Stream.of(UserMessage.from(message.parts().stream().map(RequestTranslation::content).toList()));
            case ASSISTANT -> Stream.of(assistant(message));
            case TOOL -> message.parts().stream().map(ContentPart.ToolResult.class::cast)
                    .map(result -> ToolExecutionResultMessage.builder().id(result.callId()).toolName(result.name())
                            .text(result.content()).isError(result.isError()).build());
        };
    }

    private static AiMessage assistant(Message message) {
        AiMessage.Builder builder = AiMessage.builder();
        if (!message.text().isEmpty() || message.toolCalls().isEmpty()) {
            builder.text(message.text());
        }
        return builder.toolExecutionRequests(message.toolCalls().stream().map(RequestTranslation::call).toList())
                .build();
    }

    private static ToolExecutionRequest call(ToolCall call) {
        return ToolExecutionRequest.builder().id(call.id()).name(call.name()).arguments(call.arguments()).build();
    }

    private static Content content(ContentPart part) {
        return switch (part) {
            case ContentPart.Text text -> TextContent.from(text.text());
            case ContentPart.Image image -> ImageContent.from(Base64.getEncoder().encodeToString(image.bytes()),
                    image.mediaType());
            case ContentPart.ToolResult result -> throw new IllegalArgumentException(
                    "The result of a tool belongs in a message of tools: " + result.name());
        };
    }
}
