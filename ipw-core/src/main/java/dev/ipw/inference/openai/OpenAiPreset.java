package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.exchange.ClientParameters;
import java.util.List;
import java.util.Optional;

/**
 * Turn a user's options into a client.
 *
 * @param id             the provider's id
 * @param defaultBaseUrl where the server is unless told; empty demands to be told
 * @param keyVariables   environment variables that may hold the key, the first one set wins
 */
record OpenAiPreset(String id, Optional<String> defaultBaseUrl, List<String> keyVariables) {
    OpenAiClient client(ClientOptions options) {
        OpenAiClient.Builder builder = OpenAiClient.builder(id, baseUrl(options));
        ClientParameters.hand(options, keyVariables, builder);
        options.parameters().rejectUnknown();
        return builder.build();
    }

    private String baseUrl(ClientOptions options) {
        return options.baseUrl().map(Object::toString).or(() -> defaultBaseUrl)
                .orElseThrow(() -> new ConfigurationException("Client " + id
                        + " needs the server's address: give a base URL, by baseUrl(\"URL\") on the builder or "
                        + "by --client-base-url URL, such as http://localhost:8000/v1, or "
                        + "https://api.openai.com/v1 for OpenAI itself"));
    }
}
