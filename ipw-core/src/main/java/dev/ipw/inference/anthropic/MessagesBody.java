package dev.ipw.inference.anthropic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.exchange.BodyFields;
import dev.ipw.inference.exchange.Conversation;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Write the body of a Messages request. Instructions stand apart from the conversation, and a limit of tokens is always
 * sent, because the API demands one. What the client was told wins over what the request says, and a body field wins
 * over the option of the same name.
 */
final class MessagesBody {
    /** What a user may add. */
    static final BodyFields FIELDS = new BodyFields("body field", Set.of("model", "messages", "stream"));

    private final ObjectNode body = Json.object();

    private MessagesBody() {}

    static byte[] of(String model, boolean stream, InferenceRequest request, GenerationOptions overrides)
            throws InferenceException {
        MessagesBody messages = new MessagesBody();
        messages.body.put("model", model);
        messages.body.put("max_tokens", GenerationOptions.DEFAULT_MAX_TOKENS);
        messages.conversation(request.messages());
        messages.body.put("stream", stream);
        messages.options(request.options());
        messages.options(overrides);
        FIELDS.put(request.options().body(), messages.body);
        FIELDS.put(overrides.body(), messages.body);
        if (overrides.temperature().isEmpty() && messages.thinks()) {
            // The API refuses thinking at another temperature than its own, and each request has one by default.
            messages.body.remove("temperature");
        }
        return Json.writeBytes(messages.body);
    }

    private void conversation(List<Message> messages) throws InferenceException {
        List<String> instructions = new ArrayList<>();
        ArrayNode list = body.putArray("messages");
        for (Message message : messages) {
            if (message.role() == Message.Role.SYSTEM) {
                instructions.add(message.content());
            } else {
                Conversation.add(message, list);
            }
        }
        if (list.isEmpty()) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "The Messages API takes no instructions alone; ask something too");
        }
        if (!instructions.isEmpty()) {
            body.put("system", String.join("\n\n", instructions));
        }
    }

    private void options(GenerationOptions options) {
        options.temperature().ifPresent(value -> body.put("temperature", value));
        options.topP().ifPresent(value -> body.put("top_p", value));
        options.maxTokens().ifPresent(value -> body.put("max_tokens", value));
        if (!options.stop().isEmpty()) {
            body.set("stop_sequences", Json.fromPlain(options.stop()));
        }
    }

    private boolean thinks() {
        String type = body.path("thinking").path("type").asText("disabled");
        return !type.equals("disabled");
    }
}
