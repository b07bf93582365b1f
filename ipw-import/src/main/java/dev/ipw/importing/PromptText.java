package dev.ipw.importing;

import dev.ipw.internal.json.Json;
import dev.ipw.internal.secret.Redaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A finder of the question in the body of a request. */
final class PromptText {
    private static final List<String> PLAIN = List.of("prompt", "inputText", "inputs", "input");

    private PromptText() {}

    /**
     * Returns the question: the text of the only message, or of the prompt; of any other body the body itself, as JSON
     * without values under the names of secrets.
     *
     * @param body a text, or the body as a map; null if it is not known
     */
    static Optional<String> of(@Nullable Object body) {
        return switch (body) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Map<?, ?> map -> Optional.of(ofMap(map));
            default -> Optional.of(json(body));
        };
    }

    private static String ofMap(Map<?, ?> body) {
        if (body.get("messages") instanceof List<?> messages) {
            return messages.size() == 1
                    ? content(messages.getFirst()).orElseGet(() -> json(messages))
                    : json(messages);
        }
        return PLAIN.stream().map(body::get).filter(String.class::isInstance).map(String.class::cast).findFirst()
                .orElseGet(() -> json(body));
    }

    private static Optional<String> content(@Nullable Object message) {
        if (!(message instanceof Map<?, ?> map)) {
            return Optional.empty();
        }
        if (map.get("content") instanceof List<?> parts) {
            boolean texts = !parts.isEmpty() && parts.stream()
                    .allMatch(part -> part instanceof Map<?, ?> one && one.get("text") instanceof String);
            return texts
                    ? Optional.of(parts.stream().map(part -> String.valueOf(((Map<?, ?>) part).get("text")))
                            .collect(Collectors.joining("\n")))
                    : Optional.empty();
        }
        return map.get("content") instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static String json(Object body) {
        return Json.write(Json.fromPlain(Redaction.tree(body)));
    }
}
