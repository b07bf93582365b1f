package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Write the body of a chat completion request. What the client was told wins over what the request says, and a body
 * field wins over the option of the same name; a field of {@code null} is left out.
 */
final class ChatBody {
    /** Fields that the client itself decides. */
    static final Set<String> RESERVED = Set.of("model", "messages", "stream");

    private final ObjectNode body = Json.object();

    private ChatBody() {}

    static byte[] of(String model, boolean stream, InferenceRequest request, GenerationOptions overrides) {
        ChatBody chat = new ChatBody();
        chat.body.put("model", model);
        ArrayNode messages = chat.body.putArray("messages");
        for (Message message : request.messages()) {
            messages.addObject().put("role", message.role().name().toLowerCase(Locale.ROOT))
                    .put("content", message.content());
        }
        chat.body.put("stream", stream);
        if (stream) {
            chat.body.putObject("stream_options").put("include_usage", true);
        }
        chat.options(request.options());
        chat.options(overrides);
        chat.fields(request.options().body());
        chat.fields(overrides.body());
        return Json.writeBytes(chat.body);
    }

    private void options(GenerationOptions options) {
        options.temperature().ifPresent(value -> body.put("temperature", value));
        options.topP().ifPresent(value -> body.put("top_p", value));
        options.maxTokens().ifPresent(value -> body.put("max_tokens", value));
        options.seed().ifPresent(value -> body.put("seed", value));
        List<String> stop = options.stop();
        if (!stop.isEmpty()) {
            body.set("stop", Json.fromPlain(stop));
        }
    }

    private void fields(Map<String, String> fields) {
        // Sorted, so that the same options always make the same bytes.
        new TreeMap<>(fields).forEach((name, json) -> {
            JsonNode value = field(name, json);
            if (value.isNull()) {
                body.remove(name);
            } else {
                body.set(name, value);
            }
        });
    }

    /** Read a body field, or refuse one that cannot be sent. */
    static JsonNode field(String name, String json) {
        if (RESERVED.contains(name)) {
            throw new IllegalArgumentException("The body field '" + name + "' is set by the client itself");
        }
        try {
            return Json.parse(json);
        } catch (JsonSyntaxException notJson) {
            throw new IllegalArgumentException("The body field '" + name + "' is " + notJson.getMessage(), notJson);
        }
    }
}
