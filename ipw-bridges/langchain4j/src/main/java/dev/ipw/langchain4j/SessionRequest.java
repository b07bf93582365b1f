package dev.ipw.langchain4j;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The translation of LangChain4j requests to a session. Unsupported features are rejected. */
final class SessionRequest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NO_PARAMETERS = "{\"type\":\"object\",\"properties\":{}}";

    private SessionRequest() {}

    static InferenceRequest of(ChatRequest asked, GenerationOptions defaults) {
        ChatRequestParameters parameters = asked.parameters();
        InferenceRequest request = new InferenceRequest(messages(asked.messages()),
                options(parameters).orElse(defaults));
        List<ToolSpecification> tools = parameters.toolSpecifications();
        if (tools != null && !tools.isEmpty()) {
            request = request.withTools(tools.stream().map(SessionRequest::tool).toList(), choice(parameters));
        }
        dev.langchain4j.model.chat.request.ResponseFormat format = parameters.responseFormat();
        if (format != null && format.type() == ResponseFormatType.JSON) {
            request = request.withResponseFormat(format(format.jsonSchema()));
        }
        return request;
    }

    private static GenerationOptions options(ChatRequestParameters parameters) {
        if (parameters.modelName() != null) {
            throw new UnsupportedFeatureException("The run says which model answers: do not ask for "
                    + parameters.modelName());
        }
        if (parameters.topK() != null || parameters.frequencyPenalty() != null
                || parameters.presencePenalty() != null) {
            throw new UnsupportedFeatureException(
                    "A run takes no topK and no penalties with a request: set them on the "
                            + "server, or by the fields of the run's requests");
        }
        GenerationOptions options = GenerationOptions.NONE;
        options = parameters.temperature() == null ? options : options.withTemperature(parameters.temperature());
        options = parameters.topP() == null ? options : options.withTopP(parameters.topP());
        options = parameters.maxOutputTokens() == null ? options : options.withMaxTokens(parameters.maxOutputTokens());
        List<String> stop = parameters.stopSequences();
        return stop == null || stop.isEmpty() ? options : options.withStop(stop);
    }

    private static ToolChoice choice(ChatRequestParameters parameters) {
        dev.langchain4j.model.chat.request.ToolChoice choice = parameters.toolChoice();
        return choice == null ? ToolChoice.AUTO : switch (choice) {
            case AUTO -> ToolChoice.AUTO;
            case REQUIRED -> ToolChoice.REQUIRED;
            case NONE -> ToolChoice.NONE;
        };
    }

    private static ToolDefinition tool(ToolSpecification tool) {
        String description = tool.description();
        return new ToolDefinition(tool.name(), description == null ? "" : description, parameters(tool));
    }

    /** Returns a tool's parameters as JSON; LangChain4j can write only the whole tool as JSON. */
    private static String parameters(ToolSpecification tool) {
        try {
            JsonNode schema = JSON.readTree(tool.toJson()).path("parameters");
            return schema.isObject() ? schema.toString() : NO_PARAMETERS;
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static ResponseFormat format(JsonSchema schema) {
        JsonSchemaElement root = schema == null ? null : schema.rootElement();
        String json = switch (root) {
            case JsonRawSchema raw -> raw.schema();
            case JsonObjectSchema object ->
                parameters(ToolSpecification.builder().name("answer").parameters(object).build());
            case null, default -> throw new UnsupportedFeatureException(
                    "A run takes JSON answers by the schema of an object only");
        };
        return ResponseFormat.jsonSchema(schema.name() == null ? "answer" : schema.name(), json);
    }

    private static List<Message> messages(List<ChatMessage> messages) {
        List<Message> converted = new ArrayList<>();
        List<ContentPart.ToolResult> results = new ArrayList<>();
        for (ChatMessage message : messages) {
            if (message instanceof ToolExecutionResultMessage result) {
                results.add(result(result));
                continue;
            }
            flush(results, converted);
            converted.add(switch (message) {
                case SystemMessage system -> Message.system(system.text());
                case UserMessage user -> Message.user(user.contents().stream().map(SessionRequest::part).toList());
                case AiMessage answer -> assistant(answer);
                default -> throw new UnsupportedFeatureException("A run takes no messages of the type "
                        + message.type());
            });
        }
        flush(results, converted);
        return converted;
    }

    /** Adds the results of the tools of one answer as one message. */
    private static void flush(List<ContentPart.ToolResult> results, List<Message> converted) {
        if (!results.isEmpty()) {
            converted.add(Message.tool(List.copyOf(results)));
            results.clear();
        }
    }

    private static ContentPart.ToolResult result(ToolExecutionResultMessage result) {
        if (!result.hasSingleText()) {
            throw new UnsupportedFeatureException("A run takes text only from the tool " + result.toolName());
        }
        return new ContentPart.ToolResult(Objects.requireNonNullElse(result.id(), ""), result.toolName(),
                result.text(), Boolean.TRUE.equals(result.isError()));
    }

    private static Message assistant(AiMessage answer) {
        return Message.assistant(Objects.requireNonNullElse(answer.text(), ""),
                answer.toolExecutionRequests().stream()
                        .map(call -> new ToolCall(Objects.requireNonNullElse(call.id(), ""), call.name(),
                                Optional.ofNullable(call.arguments()).orElse("")))
                        .toList());
    }

    private static ContentPart part(Content content) {
        return switch (content) {
            case TextContent text -> new ContentPart.Text(text.text());
            case ImageContent image -> image(image.image());
            default -> throw new UnsupportedFeatureException("A run takes text and images, not " + content.type());
        };
    }

    private static ContentPart image(Image image) {
        if (image.base64Data() == null || image.mimeType() == null) {
            throw new UnsupportedFeatureException("A run takes images as Base64 with their type, not by an address");
        }
        return new ContentPart.Image(image.mimeType(), Base64.getDecoder().decode(image.base64Data()));
    }
}
