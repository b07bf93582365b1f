package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Hold a chat completion request as the protocol has it.
 *
 * @param model        the model asked for
 * @param request      what to ask
 * @param stream       true to answer piece by piece
 * @param includeUsage true to send token counts at the end of a stream
 */
record ChatRequest(String model, InferenceRequest request, boolean stream, boolean includeUsage) {
    private static final int BAD_REQUEST = 400;

    /** Read a request body. */
    static ChatRequest parse(byte[] body) throws BadRequest {
        JsonNode json;
        try {
            json = Json.parse(body);
        } catch (JsonSyntaxException notJson) {
            throw wrong("The body is not JSON: " + notJson.getMessage());
        }
        return new ChatRequest(json.path("model").asText(""), new InferenceRequest(messages(json), options(json)),
                json.path("stream").asBoolean(false),
                json.path("stream_options").path("include_usage").asBoolean(false));
    }

    private static List<Message> messages(JsonNode json) throws BadRequest {
        JsonNode given = json.path("messages");
        if (!given.isArray() || given.isEmpty()) {
            throw wrong("'messages' must be a list with at least one message");
        }
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : given) {
            messages.add(new Message(role(message.path("role").asText("")), content(message.path("content"))));
        }
        return messages;
    }

    private static Message.Role role(String name) throws BadRequest {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "user" -> Message.Role.USER;
            case "assistant" -> Message.Role.ASSISTANT;
            default -> throw wrong("'role' must be system, user or assistant, not '" + name + "'");
        };
    }

    private static String content(JsonNode content) throws BadRequest {
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            if (!"text".equals(part.path("type").asText())) {
                throw wrong("Only text can be read, not content of type '" + part.path("type").asText() + "'");
            }
            text.append(part.path("text").asText());
        }
        return text.toString();
    }

    private static GenerationOptions options(JsonNode json) throws BadRequest {
        JsonNode most = json.has("max_completion_tokens")
                ? json.path("max_completion_tokens")
                : json.path("max_tokens");
        JsonNode temperature = json.path("temperature");
        JsonNode seed = json.path("seed");
        if (most.isNumber() && most.asInt() < 1) {
            throw wrong("'max_tokens' must be at least 1, not " + most.asText());
        }
        if (temperature.isNumber() && temperature.asDouble() < 0) {
            throw wrong("'temperature' must be at least 0, not " + temperature.asText());
        }
        return new GenerationOptions(
                temperature.isNumber() ? OptionalDouble.of(temperature.asDouble()) : OptionalDouble.of(0),
                OptionalDouble.empty(),
                OptionalInt.of(most.isNumber() ? most.asInt() : GenerationOptions.DEFAULT_MAX_TOKENS),
                seed.isNumber() ? OptionalLong.of(seed.asLong()) : OptionalLong.empty(), List.of(), Map.of());
    }

    private static BadRequest wrong(String message) {
        return new BadRequest(BAD_REQUEST, "invalid_request_error", message);
    }
}
