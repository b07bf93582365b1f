package dev.ipw.inference.exchange;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.http.HttpClientBuilder;
import dev.ipw.inference.tokenizer.TokenCounters;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.plugin.Parameters;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The parameters that all clients of served models share, applied to a builder. */
public final class ClientParameters {
    private static final String BODY_PREFIX = "body.";
    private static final String HEADER_PREFIX = "header.";

    private ClientParameters() {}

    /**
     * Reads the shared parameters.
     *
     * @param options      the user's options
     * @param keyVariables environment variables that may hold the key; the first one set counts
     * @param builder      takes them
     * @throws ConfigurationException if one is wrong
     */
    public static void hand(ClientOptions options, List<String> keyVariables, HttpClientBuilder<?> builder) {
        Parameters parameters = options.parameters();
        options.model().ifPresent(builder::model);
        parameters.text("api_key").or(() -> keyVariables.stream()
                .map(name -> options.variables().getOrDefault(name, "")).filter(value -> !value.isBlank()).findFirst())
                .ifPresent(builder::apiKey);
        parameters.text("api_key_header").ifPresent(builder::apiKeyHeader);
        parameters.withPrefix(HEADER_PREFIX).forEach(builder::header);
        parameters.text("proxy").ifPresentOrElse(builder::proxy, () -> builder.proxyVariables(options.variables()));
        store(options, "trust_store", builder::trustStore);
        store(options, "key_store", builder::keyStore);
        parameters.flag("stream").ifPresent(builder::stream);
        parameters.flag("check_model").ifPresent(builder::checkModel);
        parameters.number("temperature").ifPresent(builder::temperature);
        parameters.number("top_p").ifPresent(builder::topP);
        parameters.integer("max_tokens").ifPresent(builder::maxTokens);
        parameters.wholeNumber("seed").ifPresent(builder::seed);
        parameters.text("stop").map(ClientParameters::stops).ifPresent(builder::stop);
        parameters.duration("connect_timeout").ifPresent(builder::connectTimeout);
        parameters.duration("first_byte_timeout").ifPresent(builder::firstByteTimeout);
        parameters.duration("idle_timeout").ifPresent(builder::idleTimeout);
        parameters.duration("total_timeout").ifPresent(builder::totalTimeout);
        parameters.text("serving_host").map(ClientParameters::servingHost).ifPresent(builder::servingHost);
        parameters.integer("retries").ifPresent(most -> builder.retries(most, options.seed()));
        parameters.text("tokenizer").map(TokenCounters::named).ifPresent(builder::tokenizer);
        parameters.withPrefix(BODY_PREFIX).forEach((name, value) -> builder.bodyField(name, jsonOrText(value)));
    }

    /** Reads a file of certificates with its password, which a variable may give. */
    private static void store(ClientOptions options, String name, BiConsumer<Path, Optional<String>> store) {
        Optional<String> password = options.parameters().text(name + "_password").or(() -> Optional.ofNullable(
                options.variables().get("IPW_" + name.toUpperCase(Locale.ROOT) + "_PASSWORD")));
        options.parameters().text(name).ifPresent(file -> store.accept(path(name, file), password));
    }

    private static Path path(String name, String text) {
        try {
            return Path.of(text.strip());
        } catch (InvalidPathException noPath) {
            throw new ConfigurationException(name + " must be the path of a file: " + noPath.getReason(), noPath);
        }
    }

    /** Reads a JSON list of texts, or takes the whole as one text. */
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

    /**
     * Returns a value as JSON: the value itself if it is JSON, otherwise a JSON text.
     *
     * @param value the user's value
     * @return JSON
     */
    public static String jsonOrText(String value) {
        try {
            return Json.write(Json.parse(value));
        } catch (JsonSyntaxException plainText) {
            return Json.write(Json.fromPlain(value));
        }
    }
}
