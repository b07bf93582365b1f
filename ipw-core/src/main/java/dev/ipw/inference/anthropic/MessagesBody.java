package dev.ipw.inference.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.exchange.BodyFields;
import dev.ipw.inference.exchange.OptionNames;
import dev.ipw.inference.exchange.ProtocolFeatures;
import dev.ipw.inference.exchange.RequestBody;
import dev.ipw.inference.exchange.SignedReasoning;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The body of a Messages request. Instructions are separate from the conversation, the results of tools are part of the
 * user's messages, and a limit of tokens is always sent, because the API requires one.
 */
final class MessagesBody extends RequestBody {
    /** The fields that a user may add. */
    static final BodyFields FIELDS = new BodyFields("body field", Set.of("model", "messages", "stream"));

    private static final ProtocolFeatures FEATURES = new ProtocolFeatures("Requests of the Messages API",
            EnumSet.allOf(ProtocolFeatures.Feature.class), "leave it out");
    private static final OptionNames OPTIONS = new OptionNames("temperature", "top_p", "max_tokens", Optional.empty(),
            Optional.of("stop_sequences"));

    private final String model;
    private final boolean stream;
    private final SignedReasoning reasoning;

    MessagesBody(String model, boolean stream, SignedReasoning reasoning) {
        super(FEATURES, OPTIONS, FIELDS);
        this.model = model;
        this.stream = stream;
        this.reasoning = reasoning;
    }

    @Override
    protected void ask(InferenceRequest request) throws InferenceException {
        body().put("model", model).put("max_tokens", GenerationOptions.DEFAULT_MAX_TOKENS);
        conversation(request.messages());
        if (!request.tools().isEmpty()) {
            tools(request.tools());
            toolChoice(request.toolChoice());
        }
        if (request.responseFormat().isPresent()) {
            body().putObject("output_config").putObject("format").put("type", "json_schema").set("schema",
                    schema(request.responseFormat().get()));
        }
        body().put("stream", stream);
    }

    private void conversation(List<Message> messages) throws InferenceException {
        ArrayNode list = body().putArray("messages");
        withResultsTogether(messages).stream().filter(message -> message.role() != Message.Role.SYSTEM)
                .forEach(message -> add(message, list));
        if (list.isEmpty()) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "The Messages API takes no instructions alone; ask something too");
        }
        String instructions = instructions(messages);
        if (!instructions.isEmpty()) {
            body().put("system", instructions);
        }
    }

    private void add(Message message, ArrayNode list) {
        ObjectNode entry = list.addObject().put("role",
                message.role() == Message.Role.ASSISTANT ? "assistant" : "user");
        if (message.isText()) {
            entry.put("content", message.text());
            return;
        }
        ArrayNode blocks = entry.putArray("content");
        if (!message.toolCalls().isEmpty()) {
            // If the model thinks, its thoughts must precede the calls; otherwise the API refuses the results.
            reasoning.of(message.toolCalls().getFirst().id()).ifPresent(signed -> signed.forEach(blocks::add));
        }
        message.parts().forEach(part -> add(part, blocks));
        message.toolCalls().forEach(call -> add(call, blocks));
    }

    private static void add(ContentPart part, ArrayNode blocks) {
        switch (part) {
            case ContentPart.Text text -> {
                // The API refuses a text block without text.
                if (!text.text().isEmpty()) {
                    blocks.addObject().put("type", "text").put("text", text.text());
                }
            }
            case ContentPart.Image image -> blocks.addObject().put("type", "image").putObject("source")
                    .put("type", "base64").put("media_type", image.mediaType()).put("data", base64(image));
            case ContentPart.ToolResult result -> {
                ObjectNode block = blocks.addObject().put("type", "tool_result").put("tool_use_id", result.callId())
                        .put("content", result.content());
                if (result.isError()) {
                    block.put("is_error", true);
                }
            }
        }
    }

    private static void add(ToolCall call, ArrayNode blocks) {
        blocks.addObject().put("type", "tool_use").put("id", call.id()).put("name", call.name()).set("input",
                arguments(call));
    }

    private void tools(List<ToolDefinition> tools) throws InferenceException {
        ArrayNode list = body().putArray("tools");
        for (ToolDefinition tool : tools) {
            list.addObject().put("name", tool.name()).put("description", tool.description()).set("input_schema",
                    schema(tool));
        }
    }

    private void toolChoice(ToolChoice choice) {
        switch (choice.mode()) {
            case AUTO -> {
                // The default of the API.
            }
            case NONE -> body().putObject("tool_choice").put("type", "none");
            case REQUIRED -> body().putObject("tool_choice").put("type", "any");
            case NAMED ->
                body().putObject("tool_choice").put("type", "tool").put("name", choice.tool().orElseThrow());
        }
    }

    /**
     * Adapts the temperature. The API refuses thinking at another temperature than its own, and each request has one by
     * default.
     */
    @Override
    protected void fieldsEnd(GenerationOptions overrides) {
        JsonNode type = body().path("thinking").path("type");
        if (overrides.temperature().isEmpty() && !type.asText("disabled").equals("disabled")) {
            body().remove("temperature");
        }
    }
}
