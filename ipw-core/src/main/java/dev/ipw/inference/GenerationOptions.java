package dev.ipw.inference;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Say how a model should generate.
 *
 * @param temperature randomness of the sampling; empty leaves it to the server
 * @param topP        nucleus of the sampling; empty leaves it to the server
 * @param maxTokens   the most output tokens; empty leaves it to the server
 * @param seed        seed of the sampling; empty leaves it to the server
 * @param stop        texts at which generation ends
 * @param body        further fields of the request body, as JSON texts by field name, for servers with extras
 */
public record GenerationOptions(OptionalDouble temperature, OptionalDouble topP, OptionalInt maxTokens,
        OptionalLong seed, List<String> stop, Map<String, String> body) {
    /** The most output tokens unless set otherwise. */
    public static final int DEFAULT_MAX_TOKENS = 1024;

    /** Copy the collections. */
    public GenerationOptions {
        stop = List.copyOf(stop);
        body = Map.copyOf(body);
    }

    /**
     * Use temperature 0 and at most 1024 tokens, so that runs can be repeated and end.
     *
     * @return the defaults
     */
    public static GenerationOptions defaults() {
        return new GenerationOptions(OptionalDouble.of(0), OptionalDouble.empty(), OptionalInt.of(DEFAULT_MAX_TOKENS),
                OptionalLong.empty(), List.of(), Map.of());
    }

    /**
     * Choose the randomness.
     *
     * @param value at least 0
     * @return a copy with it
     */
    public GenerationOptions withTemperature(double value) {
        return new GenerationOptions(OptionalDouble.of(value), topP, maxTokens, seed, stop, body);
    }

    /**
     * Choose the most output tokens.
     *
     * @param value at least 1
     * @return a copy with it
     */
    public GenerationOptions withMaxTokens(int value) {
        return new GenerationOptions(temperature, topP, OptionalInt.of(value), seed, stop, body);
    }

    /**
     * Choose the seed.
     *
     * @param value any number
     * @return a copy with it
     */
    public GenerationOptions withSeed(long value) {
        return new GenerationOptions(temperature, topP, maxTokens, OptionalLong.of(value), stop, body);
    }

    /**
     * Add fields of the request body.
     *
     * @param fields JSON texts by field name; they win over fields of the same name
     * @return a copy with them
     */
    public GenerationOptions withBody(Map<String, String> fields) {
        Map<String, String> both = new HashMap<>(body);
        both.putAll(fields);
        return new GenerationOptions(temperature, topP, maxTokens, seed, stop, both);
    }
}
