package dev.ipw.cli.serve;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** The reader of requests for Anthropic's messages, and for the count of their tokens. */
final class MessagesProtocol {
    private static final MessageReader MESSAGES = new MessageReader(Set.of("user", "assistant"), Set.of("text"));

    private MessagesProtocol() {}

    /** Reads a request for an answer. */
    static ServedRequest read(Fields body) throws BadRequest {
        OptionalInt most = body.count("max_tokens", 1, Integer.MAX_VALUE);
        if (most.isEmpty()) {
            throw body.refused("max_tokens", "is missing");
        }
        boolean stream = body.flag("stream", false);
        body.acceptOnly("service_tier", "auto", "standard_only");
        return read(body, new GenerationOptions(body.real("temperature", 0, Double.MAX_VALUE), body.nucleus("top_p"),
                most, OptionalLong.empty(), body.texts("stop_sequences"), Map.of()), stream);
    }

    /**
     * Reads a request for the count of the prompt's tokens, as one for an answer of one token, which needs the
     * prompt.
     */
    static ServedRequest readCount(Fields body) throws BadRequest {
        return read(body, GenerationOptions.NONE.withMaxTokens(1), false);
    }

    private static ServedRequest read(Fields body, GenerationOptions options, boolean stream) throws BadRequest {
        String model = body.requiredText("model");
        List<Message> conversation = new ArrayList<>();
        MESSAGES.text(body, "system").map(Message::system).ifPresent(conversation::add);
        conversation.addAll(MESSAGES.messages(body, "messages"));
        if (conversation.getLast().role() != Message.Role.USER) {
            throw body.refused("messages", "must end with a message of the user; a begun answer is not continued");
        }
        body.accept("metadata", "cache_control");
        body.acceptOnly("tool_choice", Map.of("type", "none"), Map.of("type", "auto"));
        body.acceptOnly("thinking", Map.of("type", "disabled"));
        body.end();
        return new ServedRequest(model, new InferenceRequest(conversation, options), 1, stream, OptionalInt.empty(),
                new MessagesWriter(model));
    }
}
