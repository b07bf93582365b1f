package dev.ipw.inference;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The options of a generation.
 *
 * @param temperature randomness of the sampling; empty for the server's default
 * @param topP        nucleus of the sampling; empty for the server's default
 * @param maxTokens   the maximum of output tokens; empty for the server's default
 * @param seed        seed of the sampling; empty for the server's default
 * @param stop        texts at which generation ends
 * @param body        further fields of the request body, as JSON texts by field name, for servers with extensions
 */
@API(status = API.Status.EXPERIMENTAL)
public record GenerationOptions(OptionalDouble temperature, OptionalDouble topP, OptionalInt maxTokens,
        OptionalLong seed, List<String> stop, Map<String, String> body) {
    /** The default maximum of output tokens. */
    public static final int DEFAULT_MAX_TOKENS = 1024;
    /** The server's own defaults. */
    public static final GenerationOptions NONE = new GenerationOptions(OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalInt.empty(), OptionalLong.empty(), List.of(), Map.of());

    /** Copies the collections; rejects values that no server takes with a {@link ConfigurationException}. */
    public GenerationOptions {
        double randomness = temperature.orElse(0);
        if (!(randomness >= 0 && randomness < Double.POSITIVE_INFINITY)) {
            throw refused("The temperature", Setting.TEMPERATURE, "0 or more", randomness);
        }
        double nucleus = topP.orElse(1);
        if (!(nucleus > 0 && nucleus <= 1)) {
            throw refused("The nucleus of the sampling", Setting.TOP_P, "above 0 and at most 1", nucleus);
        }
        if (maxTokens.orElse(1) < 1) {
            throw refused("The most output tokens", Setting.MAX_TOKENS, "at least 1", maxTokens.getAsInt());
        }
        stop = List.copyOf(stop);
        if (stop.contains("")) {
            throw new ConfigurationException("A text at which generation ends (" + Setting.STOP
                    + ") is empty: give a text, or leave it out");
        }
        body = Map.copyOf(body);
    }

    private static ConfigurationException refused(String what, Setting setting, String allowed, Object value) {
        return new ConfigurationException(what + " (" + setting + ") must be " + allowed + ", not " + value
                + "; leave it out for the default");
    }

    /**
     * Returns temperature 0 and at most 1024 tokens, so that runs are repeatable and bounded.
     *
     * @return the defaults
     */
    public static GenerationOptions defaults() {
        return new GenerationOptions(OptionalDouble.of(0), OptionalDouble.empty(), OptionalInt.of(DEFAULT_MAX_TOKENS),
                OptionalLong.empty(), List.of(), Map.of());
    }

    /**
     * Sets the temperature.
     *
     * @param value at least 0
     * @return the changed copy
     */
    public GenerationOptions withTemperature(double value) {
        return new GenerationOptions(OptionalDouble.of(value), topP, maxTokens, seed, stop, body);
    }

    /**
     * Sets the nucleus sampling (top-p).
     *
     * @param value above 0, at most 1
     * @return the changed copy
     */
    public GenerationOptions withTopP(double value) {
        return new GenerationOptions(temperature, OptionalDouble.of(value), maxTokens, seed, stop, body);
    }

    /**
     * Sets the limit of output tokens.
     *
     * @param value at least 1
     * @return the changed copy
     */
    public GenerationOptions withMaxTokens(int value) {
        return new GenerationOptions(temperature, topP, OptionalInt.of(value), seed, stop, body);
    }

    /**
     * Sets the seed.
     *
     * @param value any number
     * @return the changed copy
     */
    public GenerationOptions withSeed(long value) {
        return new GenerationOptions(temperature, topP, maxTokens, OptionalLong.of(value), stop, body);
    }

    /**
     * Sets the stop texts.
     *
     * @param texts texts that end it, replacing the previous ones; none of them empty
     * @return a copy with them
     */
    public GenerationOptions withStop(List<String> texts) {
        return new GenerationOptions(temperature, topP, maxTokens, seed, texts, body);
    }

    /**
     * Fills in the options that are unset here.
     *
     * @param defaults the values of the options that are unset here
     * @return a copy with them
     */
    public GenerationOptions orElse(GenerationOptions defaults) {
        return new GenerationOptions(temperature.isPresent() ? temperature : defaults.temperature,
                topP.isPresent() ? topP : defaults.topP, maxTokens.isPresent() ? maxTokens : defaults.maxTokens,
                seed.isPresent() ? seed : defaults.seed, stop.isEmpty() ? defaults.stop : stop,
                defaults.withBody(body).body);
    }

    /**
     * Adds fields of the request body.
     *
     * @param fields JSON texts by field name; they replace fields of the same name
     * @return a copy with them
     */
    public GenerationOptions withBody(Map<String, String> fields) {
        Map<String, String> both = new HashMap<>(body);
        both.putAll(fields);
        return new GenerationOptions(temperature, topP, maxTokens, seed, stop, both);
    }
}
