package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.exchange.ProtocolFeatures;
import dev.ipw.internal.json.Json;
import java.util.EnumSet;

/** The body of a chat completion. */
final class ChatBody extends OpenAiBody {
    private static final ProtocolFeatures FEATURES = new ProtocolFeatures("Chat completions",
            EnumSet.allOf(ProtocolFeatures.Feature.class), "leave it out");

    private final boolean continuousUsage;

    ChatBody(String model, boolean stream, boolean continuousUsage) {
        super(FEATURES, COMPLETION_OPTIONS, model, stream);
        this.continuousUsage = continuousUsage;
    }

    @Override
    void question(InferenceRequest request) throws InferenceException {
        ArrayNode messages = body().putArray("messages");
        request.messages().forEach(message -> add(message, messages));
        if (!request.tools().isEmpty()) {
            ArrayNode tools = body().putArray("tools");
            for (ToolDefinition tool : request.tools()) {
                function(tool, tools.addObject().put("type", "function").putObject("function"));
            }
            toolChoice(request.toolChoice());
        }
        if (request.responseFormat().isPresent()) {
            jsonSchema(request.responseFormat().get(), body().putObject("response_format").put("type", "json_schema")
                    .putObject("json_schema"));
        }
        countTokens(continuousUsage);
    }

    private static void add(Message message, ArrayNode messages) {
        if (message.role() == Message.Role.TOOL) {
            for (ContentPart part : message.parts()) {
                if (part instanceof ContentPart.ToolResult result) {
                    messages.addObject().put("role", "tool").put("tool_call_id", result.callId())
                            .put("content", result.content());
                }
            }
            return;
        }
        ObjectNode entry = messages.addObject().put("role", message.role().label());
        if (message.parts().stream().anyMatch(ContentPart.Image.class::isInstance)) {
            ArrayNode parts = entry.putArray("content");
            message.parts().forEach(part -> add(part, parts));
        } else if (message.toolCalls().isEmpty() || !message.text().isEmpty()) {
            entry.put("content", message.text());
        } else {
            entry.putNull("content");
        }
        if (!message.toolCalls().isEmpty()) {
            ArrayNode calls = entry.putArray("tool_calls");
            message.toolCalls().forEach(call -> add(call, calls));
        }
    }

    private static void add(ContentPart part, ArrayNode parts) {
        switch (part) {
            case ContentPart.Text text -> parts.addObject().put("type", "text").put("text", text.text());
            case ContentPart.Image image ->
                parts.addObject().put("type", "image_url").putObject("image_url").put("url", dataUrl(image));
            case ContentPart.ToolResult result ->
                throw new IllegalStateException("The result of " + result.name() + " beside an image");
        }
    }

    private static void add(ToolCall call, ArrayNode calls) {
        calls.addObject().put("id", call.id()).put("type", "function").putObject("function").put("name", call.name())
                .put("arguments", call.arguments());
    }

    @Override
    ObjectNode named(String tool) {
        ObjectNode choice = Json.object().put("type", "function");
        choice.putObject("function").put("name", tool);
        return choice;
    }
}
