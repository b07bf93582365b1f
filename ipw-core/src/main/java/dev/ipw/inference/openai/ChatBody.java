package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.exchange.BodyFields;
import dev.ipw.inference.exchange.Conversation;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.Set;

/**
 * Write the body of a chat completion request. What the client was told wins over what the request says, and a body
 * field wins over the option of the same name; a field of {@code null} is left out.
 */
final class ChatBody {
    /** What a user may add. */
    static final BodyFields FIELDS = new BodyFields("body field", Set.of("model", "messages", "stream"));

    private final ObjectNode body = Json.object();

    private ChatBody() {}

    static byte[] of(String model, boolean stream, InferenceRequest request, GenerationOptions overrides) {
        ChatBody chat = new ChatBody();
        chat.body.put("model", model);
        ArrayNode messages = chat.body.putArray("messages");
        for (Message message : request.messages()) {
            Conversation.add(message, messages);
        }
        chat.body.put("stream", stream);
        if (stream) {
            chat.body.putObject("stream_options").put("include_usage", true);
        }
        chat.options(request.options());
        chat.options(overrides);
        FIELDS.put(request.options().body(), chat.body);
        FIELDS.put(overrides.body(), chat.body);
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
}
