package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;

import static dev.ipw.inference.exchange.AnswerFields.text;

/** The reader of the conversation in requests of Anthropic's Messages API. */
final class AnthropicMessages {
    private AnthropicMessages() {}

    /** Reads a conversation. */
    static List<Message> of(JsonNode body) {
        ConversationReader conversation = new ConversationReader();
        conversation.add(Message.Role.SYSTEM, ConversationReader.parts(body.path("system")));
        for (JsonNode message : body.path("messages")) {
            JsonNode content = message.path("content");
            List<ContentPart> parts = ConversationReader.parts(content);
            if (text(message, "role").equals("assistant")) {
                conversation.assistant(parts, calls(content));
            } else {
                results(content, conversation);
                conversation.add(ConversationReader.role(text(message, "role")), parts);
            }
        }
        return conversation.messages();
    }

    private static List<ToolCall> calls(JsonNode content) {
        List<ToolCall> calls = new ArrayList<>();
        for (JsonNode block : content) {
            if (text(block, "type").equals("tool_use")) {
                calls.add(new ToolCall(text(block, "id"), text(block, "name"), Json.write(block.path("input"))));
            }
        }
        return calls;
    }

    private static void results(JsonNode content, ConversationReader conversation) {
        for (JsonNode block : content) {
            if (text(block, "type").equals("tool_result")) {
                conversation.result(text(block, "tool_use_id"), ConversationReader.text(block.path("content")),
                        block.path("is_error").asBoolean(false));
            }
        }
    }
}
