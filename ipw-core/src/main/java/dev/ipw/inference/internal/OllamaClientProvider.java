package dev.ipw.inference.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.exchange.ClientParameters;
import dev.ipw.inference.ollama.OllamaClient;
import dev.ipw.inference.ollama.OllamaClient.Api;
import dev.ipw.plugin.Parameters;
import java.util.List;

/**
 * The provider of clients of Ollama over its own API, at the base URL, otherwise at the address in the variable
 * {@code OLLAMA_HOST}, otherwise at {@code http://localhost:11434}. Parameters: those of the {@code openai} client with
 * the key from {@code OLLAMA_API_KEY}, and {@code api} ({@code chat} or {@code generate}), {@code keep_alive},
 * {@code think}, {@code body.NAME} for any field of the body and {@code option.NAME} for any field of its
 * {@code options}, as JSON or text; {@code null} omits a field.
 */
public final class OllamaClientProvider implements InferenceClientProvider {

    private static final String HOST_VARIABLE = "OLLAMA_HOST";
    private static final String OPTION_PREFIX = "option.";

    @Override
    public String id() {
        return "ollama";
    }

    @Override
    public String description() {
        return "an Ollama server, at OLLAMA_HOST or http://localhost:11434 by default, with its own timings";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        OllamaClient.Builder builder = OllamaClient.builder(baseUrl(options));
        Parameters parameters = options.parameters();
        parameters.text("api").map(OllamaClientProvider::api).ifPresent(builder::api);
        parameters.text("keep_alive").ifPresent(builder::keepAlive);
        parameters.text("think").ifPresent(value -> {
            switch (value.strip()) {
                case "true" -> builder.think(true);
                case "false" -> builder.think(false);
                default -> builder.think(value);
            }
        });
        parameters.withPrefix(OPTION_PREFIX)
                .forEach((name, value) -> builder.option(name, ClientParameters.jsonOrText(value)));
        ClientParameters.hand(options, List.of(OllamaClient.KEY_VARIABLE), builder);
        parameters.rejectUnknown();
        return builder.build();
    }

    private static String baseUrl(ClientOptions options) {
        String host = options.variables().getOrDefault(HOST_VARIABLE, "");
        return options.baseUrl().map(Object::toString)
                .orElseGet(() -> host.isBlank() ? OllamaClient.DEFAULT_BASE_URL : OllamaHost.address(host));
    }

    private static Api api(String value) {
        return Api.of(value).orElseThrow(
                () -> new ConfigurationException("api must be chat or generate, not '" + value + "'"));
    }
}
