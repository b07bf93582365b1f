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
            messages.add(Message.of(role(message.path("role").asText("")), content(message.path("content"))));
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
        return new GenerationOptions(OptionalDouble.of(temperature(json.path("temperature"))), OptionalDouble.empty(),
                OptionalInt.of(maxTokens(most)), seed(json.path("seed")), List.of(), Map.of());
    }

    private static int maxTokens(JsonNode given) throws BadRequest {
        if (isAbsent(given)) {
            return GenerationOptions.DEFAULT_MAX_TOKENS;
        }
        if (!given.isIntegralNumber() || !given.canConvertToInt() || given.intValue() < 1) {
            throw wrong("'max_tokens' must be a whole number from 1 to " + Integer.MAX_VALUE + ", not " + given);
        }
        return given.intValue();
    }

    private static double temperature(JsonNode given) throws BadRequest {
        if (isAbsent(given)) {
            return 0;
        }
        if (!given.isNumber() || !Double.isFinite(given.doubleValue()) || given.doubleValue() < 0) {
            throw wrong("'temperature' must be a finite number of at least 0, not " + given);
        }
        return given.doubleValue();
    }

    private static OptionalLong seed(JsonNode given) throws BadRequest {
        if (isAbsent(given)) {
            return OptionalLong.empty();
        }
        if (!given.isIntegralNumber() || !given.canConvertToLong()) {
            throw wrong("'seed' must be a whole number of 64 bits, not " + given);
        }
        return OptionalLong.of(given.longValue());
    }

    private static boolean isAbsent(JsonNode given) {
        return given.isMissingNode() || given.isNull();
    }

    private static BadRequest wrong(String message) {
        return new BadRequest(BAD_REQUEST, "invalid_request_error", message);
    }
}
