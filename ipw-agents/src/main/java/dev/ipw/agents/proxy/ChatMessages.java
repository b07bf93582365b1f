package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;

import static dev.ipw.inference.exchange.AnswerFields.text;

/** The reader of the conversation in requests for OpenAI's completions. */
final class ChatMessages {
    private ChatMessages() {}

    /** Reads a conversation. */
    static List<Message> of(JsonNode body) {
        ConversationReader conversation = new ConversationReader();
        for (JsonNode message : body.path("messages")) {
            JsonNode content = message.path("content");
            String role = text(message, "role");
            if (role.equals("tool") || role.equals("function")) {
                conversation.result(text(message, "tool_call_id"), ConversationReader.text(content), false);
            } else if (role.equals("assistant")) {
                conversation.assistant(ConversationReader.parts(content), calls(message.path("tool_calls")));
            } else {
                conversation.add(ConversationReader.role(role), ConversationReader.parts(content));
            }
        }
        return conversation.messages();
    }

    private static List<ToolCall> calls(JsonNode asked) {
        List<ToolCall> calls = new ArrayList<>();
        for (JsonNode call : asked) {
            JsonNode arguments = call.path("function").path("arguments");
            calls.add(new ToolCall(text(call, "id"), text(call.path("function"), "name"),
                    arguments.isTextual() ? arguments.textValue() : Json.write(arguments)));
        }
        return calls;
    }

    /** Reads one or several texts for the model to continue; a prompt of token numbers has no text. */
    static List<Message> ofPrompt(JsonNode body) {
        JsonNode prompt = body.path("prompt");
        ConversationReader conversation = new ConversationReader();
        for (JsonNode text : prompt.isArray() ? prompt : Json.array().add(prompt)) {
            if (text.isTextual()) {
                conversation.add(Message.Role.USER, List.of(new ContentPart.Text(text.textValue())));
            }
        }
        return conversation.messages();
    }
}
