package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import java.util.List;

import static dev.ipw.inference.exchange.AnswerFields.text;

/** The reader of the conversation in requests for OpenAI's responses, which is a list of items. */
final class ResponsesMessages {
    private static final String CALL = "_call";
    private static final String OUTPUT = "_call_output";

    private ResponsesMessages() {}

    /** Reads a conversation. */
    static List<Message> of(JsonNode body) {
        ConversationReader conversation = new ConversationReader();
        if (!text(body, "instructions").isEmpty()) {
            conversation.add(Message.Role.SYSTEM, List.of(new ContentPart.Text(text(body, "instructions"))));
        }
        JsonNode input = body.path("input");
        if (input.isTextual()) {
            conversation.add(Message.Role.USER, ConversationReader.parts(input));
        } else {
            input.forEach(item -> item(item, conversation));
        }
        return conversation.messages();
    }

    /** Adds an item. Items of other kinds, such as reasoning, are not messages of a speaker. */
    private static void item(JsonNode item, ConversationReader conversation) {
        String type = text(item, "type");
        if (type.endsWith(OUTPUT)) {
            conversation.result(text(item, "call_id"), ConversationReader.text(item.path("output")), false);
        } else if (type.endsWith(CALL)) {
            conversation.call(call(item, type));
        } else if (item.has("role")) {
            Message.Role role = ConversationReader.role(text(item, "role"));
            List<ContentPart> parts = ConversationReader.parts(item.path("content"));
            if (role == Message.Role.ASSISTANT) {
                conversation.assistant(parts, List.of());
            } else {
                conversation.add(role, parts);
            }
        }
    }

    /** Reads a call. A call of a function contains its name; a built-in tool is named by its kind. */
    private static ToolCall call(JsonNode item, String type) {
        String name = text(item, "name");
        String arguments = text(item, "arguments");
        String input = arguments.isEmpty() ? text(item, "input") : arguments;
        return new ToolCall(text(item, "call_id"),
                name.isEmpty() ? type.substring(0, type.length() - CALL.length()) : name,
                input.isEmpty() ? Json.write(item.path("action")) : input);
    }
}
