package dev.ipw.inference.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.exchange.ClientParameters;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.openai.OpenAiClient.Api;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The provider of clients of one kind of server with OpenAI's API. Parameters: {@code api} ({@code chat},
 * {@code completions} or {@code responses}), {@code continuous_usage} ({@code true} requests token counts with each
 * chunk), {@code api_key} (or an environment variable), {@code stream}, {@code check_model} ({@code false} allows a
 * model that the server does not list), {@code temperature}, {@code top_p}, {@code max_tokens}, {@code seed},
 * {@code stop}, {@code connect_timeout}, {@code first_byte_timeout}, {@code idle_timeout}, {@code total_timeout},
 * {@code serving_host} ({@code local} or {@code remote}), and {@code body.NAME} for any further field of the body, as
 * JSON or text; {@code body.NAME=null} omits a field.
 *
 * @param id             the provider's id
 * @param aliases        further ids
 * @param description    the servers, in a line
 * @param defaultBaseUrl the server's default address; empty if the user must give it
 * @param keyVariables   environment variables that may hold the key; the first one set counts
 * @param counts         the way in which the server counts tokens with each chunk
 */
record OpenAiPreset(String id, List<String> aliases, String description, Optional<String> defaultBaseUrl,
        List<String> keyVariables, Counts counts) implements InferenceClientProvider {
    private static final String KEY_VARIABLE = "OPENAI_API_KEY";

    /** Returns any server, at an address that the user gives. */
    static OpenAiPreset anyServer(String id, String description, String... aliases) {
        return new OpenAiPreset(id, List.of(aliases), description, Optional.empty(), List.of(KEY_VARIABLE),
                Counts.NOTHING);
    }

    /** Returns a server with a default address; its own variable for the key, if it has one, comes first. */
    static OpenAiPreset server(String id, String description, String defaultBaseUrl, Counts counts,
            String... keyVariables) {
        return new OpenAiPreset(id, List.of(), description + ", at " + defaultBaseUrl + " by default",
                Optional.of(defaultBaseUrl),
                Stream.concat(Stream.of(keyVariables), Stream.of(KEY_VARIABLE)).toList(), counts);
    }

    @Override
    public OpenAiClient create(ClientOptions options) {
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
