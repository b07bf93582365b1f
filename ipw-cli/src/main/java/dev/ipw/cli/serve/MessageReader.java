package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The reader of a protocol's messages, which are text.
 *
 * @param roles     the roles that a message may have
 * @param textTypes the types of the parts that are text
 */
record MessageReader(Set<String> roles, Set<String> textTypes) {
    /** Reads the messages in a field. */
    List<Message> messages(Fields holder, String name) throws BadRequest {
        List<Message> messages = new ArrayList<>();
        for (Fields message : holder.objects(name)) {
            message.acceptOnly("type", "message");
            // Fields of an answer that is sent back as an earlier turn.
            message.accept("id", "status");
            String text = text(message, "content").orElseThrow(() -> message.refused("content", "is missing or empty"));
            messages.add(Message.of(role(message), text));
            message.end();
        }
        return messages;
    }

    private Message.Role role(Fields message) throws BadRequest {
        String role = message.requiredText("role");
        if (!roles.contains(role)) {
            throw message.wrong("role", "must be one of " + String.join(", ", roles.stream().sorted().toList()));
        }
        return switch (role) {
            case "user" -> Message.Role.USER;
            case "assistant" -> Message.Role.ASSISTANT;
            default -> Message.Role.SYSTEM;
        };
    }

    /** Reads a text, or a text in parts, from a field. */
    Optional<String> text(Fields holder, String name) throws BadRequest {
        Optional<JsonNode> value = holder.value(name);
        if (value.isEmpty() || !value.get().isArray()) {
            return holder.text(name);
        }
        StringBuilder text = new StringBuilder();
        for (Fields part : holder.objects(name)) {
            if (!textTypes.contains(part.requiredText("type"))) {
                throw part.wrong("type", "must be text");
            }
            text.append(part.requiredText("text"));
            // Fields of parts of an earlier answer, and a cache mark, which has no effect on prompts as short as
            // these.
            part.accept("logprobs", "cache_control");
            part.end();
        }
        return Optional.of(text.toString());
    }
}
