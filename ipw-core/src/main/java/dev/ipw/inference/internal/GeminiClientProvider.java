package dev.ipw.inference.internal;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.exchange.ClientParameters;
import dev.ipw.inference.gemini.GeminiClient;
import java.util.List;

/**
 * The provider of clients of Google's Gemini API, at {@code https://generativelanguage.googleapis.com} by default.
 * Parameters: those of the {@code openai} client except {@code api} and {@code continuous_usage}, with the key from
 * {@code GEMINI_API_KEY} or {@code GOOGLE_API_KEY}, and {@code config.NAME} for any field of the body's
 * {@code generationConfig}, as JSON or text; {@code null} omits a field.
 */
public final class GeminiClientProvider implements InferenceClientProvider {

    private static final String OTHER_KEY_VARIABLE = "GOOGLE_API_KEY";
    private static final String CONFIG_PREFIX = "config.";

    @Override
    public String id() {
        return "gemini";
    }

    @Override
    public String description() {
        return "Google's Gemini API, at https://generativelanguage.googleapis.com by default";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        GeminiClient.Builder builder = options.baseUrl().map(url -> GeminiClient.builder(url.toString()))
                .orElseGet(GeminiClient::builder);
        options.parameters().withPrefix(CONFIG_PREFIX)
                .forEach((name, value) -> builder.config(name, ClientParameters.jsonOrText(value)));
        ClientParameters.hand(options, List.of(GeminiClient.KEY_VARIABLE, OTHER_KEY_VARIABLE), builder);
        options.parameters().rejectUnknown();
        return builder.build();
    }
}
