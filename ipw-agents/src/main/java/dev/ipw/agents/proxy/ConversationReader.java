package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The messages of a request. Consecutive results of tools are one message, as this library's own agents write them. */
final class ConversationReader {
    private static final String DATA = "data:";
    private static final String BASE64 = ";base64,";

    private final List<Message> messages = new ArrayList<>();
    private final Map<String, String> toolNames = new HashMap<>();

    /** Adds the content of a speaker; nothing if it is empty. */
    void add(Message.Role role, List<ContentPart> parts) {
        if (!parts.isEmpty()) {
            messages.add(new Message(role, parts, List.of()));
        }
    }

    /** Adds the model's content and its tool calls. */
    void assistant(List<ContentPart> parts, List<ToolCall> calls) {
        calls.forEach(call -> toolNames.put(call.id(), call.name()));
        List<ContentPart> content = parts.stream()
                .filter(part -> calls.isEmpty() || !(part instanceof ContentPart.Text text) || !text.text().isEmpty())
                .toList();
        if (!content.isEmpty() || !calls.isEmpty()) {
            messages.add(new Message(Message.Role.ASSISTANT, content, calls));
        }
    }

    /** Adds a call to the model's last message. */
    void call(ToolCall call) {
        List<ToolCall> calls = new ArrayList<>();
        List<ContentPart> content = List.of();
        if (!messages.isEmpty() && messages.getLast().role() == Message.Role.ASSISTANT) {
            Message last = messages.removeLast();
            calls.addAll(last.toolCalls());
            content = last.parts();
        }
        calls.add(call);
        assistant(content, calls);
    }

    /** Adds the result of a tool. */
    void result(String callId, String content, boolean isError) {
        result(new ContentPart.ToolResult(callId, toolNames.getOrDefault(callId, ""), content, isError));
    }

    /** Adds the result of a tool that includes the tool's name. */
    void result(ContentPart.ToolResult result) {
        List<ContentPart> results = new ArrayList<>();
        if (!messages.isEmpty() && messages.getLast().role() == Message.Role.TOOL) {
            results.addAll(messages.removeLast().parts());
        }
        results.add(result);
        messages.add(new Message(Message.Role.TOOL, results, List.of()));
    }

    /** Returns all messages. */
    List<Message> messages() {
        return messages;
    }

    /** Returns the role of a speaker; a developer instructs as the system does. */
    static Message.Role role(String name) {
        return switch (name) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "assistant" -> Message.Role.ASSISTANT;
            default -> Message.Role.USER;
        };
    }

    /** Reads text, or a list of parts of which each may be text; embedded images are kept as images. */
    static List<ContentPart> parts(JsonNode content) {
        if (content.isTextual()) {
            return List.of(new ContentPart.Text(content.textValue()));
        }
        List<ContentPart> parts = new ArrayList<>();
        for (JsonNode part : content) {
            if (part.path("text").isTextual()) {
                parts.add(new ContentPart.Text(part.path("text").textValue()));
            } else {
                image(part).ifPresent(parts::add);
            }
        }
        return parts;
    }

    /** Returns the text of a tool's result; other content is formatted as JSON. */
    static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        if (content.isMissingNode() || content.isNull()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content.isArray() ? content : Json.array().add(content)) {
            text.append(part.path("text").isTextual() ? part.path("text").textValue() : Json.write(part));
        }
        return text.toString();
    }

    private static Optional<ContentPart> image(JsonNode part) {
        JsonNode source = part.path("source");
        if (source.path("data").isTextual()) {
            return image(source.path("media_type").asText(), source.path("data").textValue());
        }
        JsonNode named = part.path("image_url");
        String url = named.isTextual() ? named.textValue() : named.path("url").asText("");
        int data = url.indexOf(BASE64);
        if (url.startsWith(DATA) && data > 0) {
            return image(url.substring(DATA.length(), data), url.substring(data + BASE64.length()));
        }
        return url.isEmpty() ? Optional.empty() : Optional.of(new ContentPart.Text("[image at " + url + "]"));
    }

    private static Optional<ContentPart> image(String mediaType, String base64) {
        try {
            return Optional.of(new ContentPart.Image(mediaType, Base64.getDecoder().decode(base64)));
        } catch (IllegalArgumentException noImage) {
            return Optional.of(new ContentPart.Text("[image that cannot be read]"));
        }
    }
}
