package dev.ipw.inference.ollama;

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
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Write the body of a request to Ollama, where what is sampled stands in {@code options} under Ollama's names. What the
 * client was told wins over what the request says, and a field of its own over the option of the same name.
 */
final class OllamaBody {
    /** What a user may add to the body. */
    static final BodyFields FIELDS = new BodyFields("body field",
            Set.of("model", "messages", "prompt", "system", "stream", "options"));
    /** What a user may add to the options. */
    static final BodyFields OPTIONS = new BodyFields("option", Set.of());

    private final ObjectNode body = Json.object();
    private final ObjectNode sampling = Json.object();

    private OllamaBody() {}

    static byte[] of(OllamaApi api, String model, boolean stream, InferenceRequest request,
            GenerationOptions overrides, Map<String, String> options) throws InferenceException {
        OllamaBody ollama = new OllamaBody();
        ollama.body.put("model", model);
        if (api == OllamaApi.CHAT) {
            ollama.conversation(request.messages());
        } else {
            ollama.prompt(request.messages());
        }
        ollama.body.put("stream", stream);
        ollama.sample(request.options());
        ollama.sample(overrides);
        OPTIONS.put(options, ollama.sampling);
        if (!ollama.sampling.isEmpty()) {
            ollama.body.set("options", ollama.sampling);
        }
        FIELDS.put(request.options().body(), ollama.body);
        FIELDS.put(overrides.body(), ollama.body);
        return Json.writeBytes(ollama.body);
    }

    private void conversation(List<Message> messages) {
        ArrayNode list = body.putArray("messages");
        for (Message message : messages) {
            Conversation.add(message, list);
        }
    }

    private void prompt(List<Message> messages) throws InferenceException {
        List<String> questions = contents(messages, Message.Role.USER);
        if (questions.size() != 1 || !contents(messages, Message.Role.ASSISTANT).isEmpty()) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "Ollama's generate takes one question and no conversation; use api=chat");
        }
        body.put("prompt", questions.getFirst());
        List<String> instructions = contents(messages, Message.Role.SYSTEM);
        if (!instructions.isEmpty()) {
            body.put("system", String.join("\n\n", instructions));
        }
    }

    private static List<String> contents(List<Message> messages, Message.Role role) {
        return messages.stream().filter(message -> message.role() == role).map(Message::content).toList();
    }

    private void sample(GenerationOptions options) {
        options.temperature().ifPresent(value -> sampling.put("temperature", value));
        options.topP().ifPresent(value -> sampling.put("top_p", value));
        options.maxTokens().ifPresent(value -> sampling.put("num_predict", value));
        options.seed().ifPresent(value -> sampling.put("seed", value));
        if (!options.stop().isEmpty()) {
            sampling.set("stop", Json.fromPlain(options.stop()));
        }
    }
}
