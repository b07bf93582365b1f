package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.plugin.Parameters;
import java.util.ArrayList;
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
    private static final String BODY_PREFIX = "body.";

    OpenAiClient client(ClientOptions options) {
        Parameters parameters = options.parameters();
        OpenAiClient.Builder builder = OpenAiClient.builder(baseUrl(options)).id(id);
        options.model().ifPresent(builder::model);
        parameters.text("api_key").or(() -> keyFrom(options)).ifPresent(builder::apiKey);
        parameters.flag("stream").ifPresent(builder::stream);
        parameters.flag("check_model").ifPresent(builder::checkModel);
        parameters.number("temperature").ifPresent(builder::temperature);
        parameters.number("top_p").ifPresent(builder::topP);
        parameters.integer("max_tokens").ifPresent(builder::maxTokens);
        parameters.wholeNumber("seed").ifPresent(builder::seed);
        parameters.text("stop").map(OpenAiPreset::stops).ifPresent(builder::stop);
        parameters.duration("connect_timeout").ifPresent(builder::connectTimeout);
        parameters.duration("first_byte_timeout").ifPresent(builder::firstByteTimeout);
        parameters.duration("idle_timeout").ifPresent(builder::idleTimeout);
        parameters.duration("total_timeout").ifPresent(builder::totalTimeout);
        parameters.text("serving_host").map(OpenAiPreset::servingHost).ifPresent(builder::servingHost);
        parameters.withPrefix(BODY_PREFIX).forEach((name, value) -> builder.bodyField(name, jsonOrText(value)));
        parameters.rejectUnknown();
        return builder.build();
    }

    private String baseUrl(ClientOptions options) {
        return options.baseUrl().map(Object::toString).or(() -> defaultBaseUrl)
                .orElseThrow(() -> new ConfigurationException("Client " + id
                        + " needs the server's address: give a base URL, by baseUrl(\"URL\") on the builder or "
                        + "by --client-base-url URL, such as http://localhost:8000/v1, or "
                        + "https://api.openai.com/v1 for OpenAI itself"));
    }

    private Optional<String> keyFrom(ClientOptions options) {
        return keyVariables.stream().map(name -> options.variables().getOrDefault(name, ""))
                .filter(value -> !value.isBlank()).findFirst();
    }

    /** Read a JSON list of texts, or take the whole as one text. */
    private static List<String> stops(String value) {
        try {
            if (Json.toPlain(Json.parse(value)) instanceof List<?> list
                    && list.stream().allMatch(String.class::isInstance)) {
                List<String> texts = new ArrayList<>();
                list.forEach(text -> texts.add((String) text));
                return texts;
            }
        } catch (JsonSyntaxException plainText) {
            return List.of(value);
        }
        return List.of(value);
    }

    private static ServingHost servingHost(String value) {
        return ServingHost.of(value).orElseThrow(
                () -> new ConfigurationException("serving_host must be local or remote, not '" + value + "'"));
    }

    private static String jsonOrText(String value) {
        try {
            return Json.write(Json.parse(value));
        } catch (JsonSyntaxException plainText) {
            return Json.write(Json.fromPlain(value));
        }
    }
}
