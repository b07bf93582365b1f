package dev.ipw.engine.inference;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.exchange.ClientParameters;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.openai.OpenAiClient.Api;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * Turn a user's options into a client.
 *
 * @param id             the provider's id
 * @param defaultBaseUrl where the server is unless told; empty demands to be told
 * @param keyVariables   environment variables that may hold the key, the first one set wins
 * @param countsAlong    whether the server is known to count tokens with each chunk if it is asked to
 */
public record OpenAiPreset(String id, Optional<String> defaultBaseUrl, List<String> keyVariables, boolean countsAlong) {
    public OpenAiClient client(ClientOptions options) {
        OpenAiClient.Builder builder = OpenAiClient.builder(id, baseUrl(options));
        Parameters parameters = options.parameters();
        parameters.text("api").map(Api::parse).ifPresent(builder::api);
        builder.continuousUsage(parameters.flag("continuous_usage").orElse(countsAlong));
        ClientParameters.hand(options, keyVariables, builder);
        parameters.rejectUnknown();
        return builder.build();
    }

    private String baseUrl(ClientOptions options) {
        return options.baseUrl().map(Object::toString).or(() -> defaultBaseUrl)
                .orElseThrow(() -> new ConfigurationException("Client " + id
                        + " needs the server's address: give a base URL by baseUrl(\"URL\"), "
                        + "such as http://localhost:8000/v1, or "
                        + "https://api.openai.com/v1 for OpenAI itself"));
    }
}
