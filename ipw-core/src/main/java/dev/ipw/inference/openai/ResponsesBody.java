package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.exchange.OptionNames;
import dev.ipw.inference.exchange.ProtocolFeatures;
import java.util.EnumSet;
import java.util.Optional;

/** The body of a response: a conversation of items, in which tool calls and their results are items too. */
final class ResponsesBody extends OpenAiBody {
    private static final ProtocolFeatures FEATURES = new ProtocolFeatures("OpenAI's responses",
            EnumSet.allOf(ProtocolFeatures.Feature.class), "leave it out");
    private static final OptionNames OPTIONS = new OptionNames("temperature", "top_p", "max_output_tokens",
            Optional.empty(), Optional.empty());

    ResponsesBody(String model, boolean stream) {
        super(FEATURES, OPTIONS, model, stream);
    }

    @Override
    void question(InferenceRequest request) throws InferenceException {
        ArrayNode input = body().putArray("input");
        request.messages().forEach(message -> add(message, input));
        // OpenAI would otherwise store each answer for a month.
        body().put("store", false);
        if (!request.tools().isEmpty()) {
            ArrayNode tools = body().putArray("tools");
            for (ToolDefinition tool : request.tools()) {
                // The default here is strict, under which optional parameters are refused.
                function(tool, tools.addObject().put("type", "function").put("strict", false));
            }
            toolChoice(request.toolChoice());
        }
        if (request.responseFormat().isPresent()) {
            jsonSchema(request.responseFormat().get(),
                    body().putObject("text").putObject("format").put("type", "json_schema"));
        }
    }

    private static void add(Message message, ArrayNode input) {
        if (message.isText()) {
            addMessage(message, input).put("content", message.text());
        } else if (message.parts().stream().anyMatch(ContentPart.Image.class::isInstance)) {
            ArrayNode parts = addMessage(message, input).putArray("content");
            message.parts().forEach(part -> add(part, parts));
        } else if (!message.text().isEmpty()) {
            addMessage(message, input).put("content", message.text());
        }
        for (ToolCall call : message.toolCalls()) {
            input.addObject().put("type", "function_call").put("call_id", call.id()).put("name", call.name())
                    .put("arguments", call.arguments());
        }
        if (message.role() == Message.Role.TOOL) {
            message.parts().forEach(part -> add(part, input));
        }
    }

    private static ObjectNode addMessage(Message message, ArrayNode input) {
        return input.addObject().put("role", message.role().label());
    }

    private static void add(ContentPart part, ArrayNode list) {
        switch (part) {
            case ContentPart.Text text -> list.addObject().put("type", "input_text").put("text", text.text());
            case ContentPart.Image image ->
                list.addObject().put("type", "input_image").put("detail", "auto").put("image_url", dataUrl(image));
            case ContentPart.ToolResult result -> list.addObject().put("type", "function_call_output")
                    .put("call_id", result.callId()).put("output", result.content());
        }
    }
}
