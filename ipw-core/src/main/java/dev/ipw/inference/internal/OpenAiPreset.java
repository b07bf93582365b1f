package dev.ipw.inference.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.exchange.ClientParameters;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.openai.OpenAiClient.Api;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;

/**
 * The conversion of a user's options into a client.
 *
 * @param id             the provider's id
 * @param defaultBaseUrl the server's default address; empty if the user must give it
 * @param keyVariables   environment variables that may hold the key; the first one set counts
 * @param counts         the way in which the server counts tokens with each chunk
 */
record OpenAiPreset(String id, Optional<String> defaultBaseUrl, List<String> keyVariables, Counts counts) {
    OpenAiClient client(ClientOptions options) {
        OpenAiClient.Builder builder = OpenAiClient.builder(id, baseUrl(options));
        Parameters parameters = options.parameters();
        parameters.text("api").map(Api::parse).ifPresent(builder::api);
        boolean isCounted = parameters.flag("continuous_usage").orElse(counts != Counts.NOTHING);
        if (counts == Counts.TIMINGS_PER_TOKEN) {
            if (isCounted) {
                builder.bodyField("timings_per_token", "true");
            }
        } else {
            builder.continuousUsage(isCounted);
        }
        ClientParameters.hand(options, keyVariables, builder);
        parameters.rejectUnknown();
        return builder.build();
    }

    /** The ways in which a server counts tokens with each chunk. */
    enum Counts {
        /** No known way. */
        NOTHING,
        /** The option {@code continuous_usage_stats} of a stream. */
        CONTINUOUS_USAGE,
        /** The field {@code timings_per_token} of llama.cpp. */
        TIMINGS_PER_TOKEN
    }

    private String baseUrl(ClientOptions options) {
        return options.baseUrl().map(Object::toString).or(() -> defaultBaseUrl)
                .orElseThrow(() -> new ConfigurationException("Client " + id
                        + " needs the server's address: give a base URL by " + Setting.BASE_URL
                        + ", such as http://localhost:8000/v1, or https://api.openai.com/v1 for OpenAI itself"));
    }
}
