package dev.ipw.inference.gemini;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.exchange.BodyFields;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Write the body of a request to Gemini. Instructions stand apart from the conversation, in which the model is called
 * {@code model}; the model's name and whether to stream stand in the address. What the client was told wins over what
 * the request says, and a field of its own over the option of the same name.
 */
final class GenerateBody {
    /** What a user may add to the body. */
    static final BodyFields FIELDS = new BodyFields("body field",
            Set.of("model", "contents", "systemInstruction", "generationConfig"));
    /** What a user may add to the configuration. */
    static final BodyFields CONFIG = new BodyFields("config field", Set.of());

    private final ObjectNode body = Json.object();
    private final ObjectNode config = Json.object();

    private GenerateBody() {}

    static byte[] of(InferenceRequest request, GenerationOptions overrides, Map<String, String> config)
            throws InferenceException {
        GenerateBody generate = new GenerateBody();
        generate.conversation(request.messages());
        generate.sample(request.options());
        generate.sample(overrides);
        CONFIG.put(config, generate.config);
        if (!generate.config.isEmpty()) {
            generate.body.set("generationConfig", generate.config);
        }
        FIELDS.put(request.options().body(), generate.body);
        FIELDS.put(overrides.body(), generate.body);
        return Json.writeBytes(generate.body);
    }

    private void conversation(List<Message> messages) throws InferenceException {
        List<String> instructions = new ArrayList<>();
        ArrayNode contents = body.putArray("contents");
        for (Message message : messages) {
            switch (message.role()) {
                case SYSTEM -> instructions.add(message.content());
                case USER -> words(contents.addObject().put("role", "user"), message.content());
                case ASSISTANT -> words(contents.addObject().put("role", "model"), message.content());
            }
        }
        if (contents.isEmpty()) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "Gemini takes no instructions alone; ask something too");
        }
        if (!instructions.isEmpty()) {
            words(body.putObject("systemInstruction"), String.join("\n\n", instructions));
        }
    }

    private static void words(ObjectNode content, String text) {
        content.putArray("parts").addObject().put("text", text);
    }

    private void sample(GenerationOptions options) {
        options.temperature().ifPresent(value -> config.put("temperature", value));
        options.topP().ifPresent(value -> config.put("topP", value));
        options.maxTokens().ifPresent(value -> config.put("maxOutputTokens", value));
        options.seed().ifPresent(value -> config.put("seed", value));
        if (!options.stop().isEmpty()) {
            config.set("stopSequences", Json.fromPlain(options.stop()));
        }
    }
}
