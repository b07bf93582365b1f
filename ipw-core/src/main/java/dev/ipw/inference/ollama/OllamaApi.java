package dev.ipw.inference.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;

/** Name the two ways in which Ollama answers. */
public enum OllamaApi {
    /** A conversation, with the model's own template: {@code /api/chat}. */
    CHAT,
    /** One prompt, with the model's template unless {@code raw} says otherwise: {@code /api/generate}. */
    GENERATE;

    /**
     * Read what a person typed.
     *
     * @param text {@code chat} or {@code generate}
     * @return the way; empty for any other text
     */
    public static Optional<OllamaApi> of(String text) {
        return switch (text.strip()) {
            case "chat" -> Optional.of(CHAT);
            case "generate" -> Optional.of(GENERATE);
            default -> Optional.empty();
        };
    }

    /**
     * Give the name that a person types.
     *
     * @return lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Give the path. */
    String path() {
        return "/api/" + label();
    }

    /** Find what holds text, reasoning and tool calls in a record. */
    JsonNode content(JsonNode record) {
        return this == CHAT ? record.path("message") : record;
    }

    /** Name the field of the visible text. */
    String textField() {
        return this == CHAT ? "content" : "response";
    }
}
