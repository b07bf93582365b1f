package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import java.util.Arrays;
import java.util.Locale;

/** Name the ways in which servers of OpenAI's kind answer. */
public enum OpenAiApi {
    /** A conversation, with the model's own template: {@code /chat/completions}. */
    CHAT("/chat/completions"),
    /** One text that the model goes on with, without a template: {@code /completions}. */
    COMPLETIONS("/completions"),
    /** A conversation of items, with reasoning of its own: {@code /responses}. */
    RESPONSES("/responses");

    private final String path;

    OpenAiApi(String path) {
        this.path = path;
    }

    /**
     * Read what a person typed.
     *
     * @param text {@code chat}, {@code completions} or {@code responses}
     * @return the way
     * @throws ConfigurationException if it is none
     */
    public static OpenAiApi parse(String text) {
        return Arrays.stream(values()).filter(api -> api.label().equals(text.strip())).findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "api must be chat, completions or responses, not '" + text + "'"));
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
        return path;
    }
}
