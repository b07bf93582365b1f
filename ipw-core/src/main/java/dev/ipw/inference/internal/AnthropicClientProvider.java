package dev.ipw.inference.internal;

import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.anthropic.AnthropicClient;
import dev.ipw.inference.exchange.ClientParameters;
import java.util.List;

/**
 * The provider of clients of Anthropic's Messages API, at the base URL, otherwise at the address in the variable
 * {@code ANTHROPIC_BASE_URL}, otherwise at {@code https://api.anthropic.com}. Parameters: those of the {@code openai}
 * client except {@code seed}, with the key from {@code ANTHROPIC_API_KEY}; {@code max_tokens} is 1024 by default,
 * because the API requires one.
 */
public final class AnthropicClientProvider implements InferenceClientProvider {

    private static final String ADDRESS_VARIABLE = "ANTHROPIC_BASE_URL";

    @Override
    public String id() {
        return "anthropic";
    }

    @Override
    public String description() {
        return "Anthropic's Messages API, at https://api.anthropic.com by default";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        String usual = options.variables().getOrDefault(ADDRESS_VARIABLE, "");
        AnthropicClient.Builder builder = AnthropicClient.builder(options.baseUrl().map(Object::toString)
                .orElse(usual.isBlank() ? AnthropicClient.DEFAULT_BASE_URL : usual));
        ClientParameters.hand(options, List.of(AnthropicClient.KEY_VARIABLE), builder);
        options.parameters().rejectUnknown();
        return builder.build();
    }
}
