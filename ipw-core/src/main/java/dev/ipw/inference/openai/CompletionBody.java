package dev.ipw.inference.openai;

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
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Write the body of a request in one of OpenAI's ways. What the client was told wins over what the request says, and a
 * body field wins over the option of the same name; a field of {@code null} is left out.
 */
final class CompletionBody {
    /** What a user may add. */
    static final BodyFields FIELDS = new BodyFields("body field",
            Set.of("model", "messages", "prompt", "input", "stream"));

    private final ObjectNode body = Json.object();
    private final OpenAiApi api;

    private CompletionBody(OpenAiApi api) {
        this.api = api;
    }

    static byte[] of(OpenAiApi api, String model, boolean stream, boolean continuousUsage, InferenceRequest request,
            GenerationOptions overrides) throws InferenceException {
        CompletionBody completion = new CompletionBody(api);
        completion.body.put("model", model);
        completion.question(request.messages());
        completion.body.put("stream", stream);
        if (stream && api != OpenAiApi.RESPONSES) {
            ObjectNode streaming = completion.body.putObject("stream_options").put("include_usage", true);
            if (continuousUsage) {
                streaming.put("continuous_usage_stats", true);
            }
        }
        completion.options(request.options());
        completion.options(overrides);
        FIELDS.put(request.options().body(), completion.body);
        FIELDS.put(overrides.body(), completion.body);
        return Json.writeBytes(completion.body);
    }

    private void question(List<Message> messages) throws InferenceException {
        switch (api) {
            case CHAT -> conversation(messages, body.putArray("messages"));
            case COMPLETIONS -> body.put("prompt", text(messages));
            case RESPONSES -> {
                conversation(messages, body.putArray("input"));
                // OpenAI would keep each answer for a month.
                body.put("store", false);
            }
        }
    }

    private static void conversation(List<Message> messages, ArrayNode list) {
        messages.forEach(message -> Conversation.add(message, list));
    }

    /** A model without a template knows no speakers: instructions and question are one text. */
    private static String text(List<Message> messages) throws InferenceException {
        boolean conversation = messages.stream().anyMatch(message -> message.role() == Message.Role.ASSISTANT)
                || messages.stream().filter(message -> message.role() == Message.Role.USER).count() > 1;
        if (conversation) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "Completions take one text and no conversation; use api=chat");
        }
        return messages.stream().map(Message::content).collect(Collectors.joining("\n\n"));
    }

    private void options(GenerationOptions options) {
        options.temperature().ifPresent(value -> body.put("temperature", value));
        options.topP().ifPresent(value -> body.put("top_p", value));
        if (api == OpenAiApi.RESPONSES) {
            options.maxTokens().ifPresent(value -> body.put("max_output_tokens", value));
            return;
        }
        options.maxTokens().ifPresent(value -> body.put("max_tokens", value));
        options.seed().ifPresent(value -> body.put("seed", value));
        List<String> stop = options.stop();
        if (!stop.isEmpty()) {
            body.set("stop", Json.fromPlain(stop));
        }
    }
}
