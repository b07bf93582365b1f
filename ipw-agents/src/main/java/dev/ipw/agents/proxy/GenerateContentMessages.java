package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;

import static dev.ipw.inference.exchange.AnswerFields.text;

/** The reader of the conversation in requests of Google's generateContent. */
final class GenerateContentMessages {
    private GenerateContentMessages() {}

    /** Reads a conversation. */
    static List<Message> of(JsonNode body) {
        ConversationReader conversation = new ConversationReader();
        conversation.add(Message.Role.SYSTEM, ConversationReader.parts(body.path("systemInstruction").path("parts")));
        for (JsonNode content : body.path("contents")) {
            List<ContentPart> parts = ConversationReader.parts(content.path("parts"));
            if (text(content, "role").equals("model")) {
                conversation.assistant(parts, calls(content.path("parts")));
            } else {
                results(content.path("parts"), conversation);
                conversation.add(Message.Role.USER, parts);
            }
        }
        return conversation.messages();
    }

    private static List<ToolCall> calls(JsonNode parts) {
        List<ToolCall> calls = new ArrayList<>();
        for (JsonNode part : parts) {
            JsonNode call = part.path("functionCall");
            if (call.isObject()) {
                calls.add(new ToolCall(text(call, "id"), text(call, "name"), Json.write(call.path("args"))));
            }
        }
        return calls;
    }

    /** Adds results of tools. A result names the tool, and has an id only if the call had one. */
    private static void results(JsonNode parts, ConversationReader conversation) {
        for (JsonNode part : parts) {
            JsonNode result = part.path("functionResponse");
            if (result.isObject()) {
                JsonNode response = result.path("response");
                conversation.result(
                        new ContentPart.ToolResult(text(result, "id"), text(result, "name"), Json.write(response),
                                response.has("error")));
            }
        }
    }
}
