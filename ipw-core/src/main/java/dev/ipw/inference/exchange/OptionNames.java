package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.internal.json.Json;
import java.util.Optional;

/**
 * The names of the options of a generation in one API.
 *
 * @param temperature the randomness
 * @param topP        the nucleus
 * @param maxTokens   the maximum of output tokens
 * @param seed        the seed; empty if the API has none
 * @param stop        the texts at which generation ends; empty if the API has none
 */
public record OptionNames(String temperature, String topP, String maxTokens, Optional<String> seed,
        Optional<String> stop) {
    /** Puts the options that are set, and that the API has, into fields. */
    void put(GenerationOptions options, ObjectNode fields) {
        options.temperature().ifPresent(value -> fields.put(temperature, value));
        options.topP().ifPresent(value -> fields.put(topP, value));
        options.maxTokens().ifPresent(value -> fields.put(maxTokens, value));
        seed.ifPresent(name -> options.seed().ifPresent(value -> fields.put(name, value)));
        stop.filter(name -> !options.stop().isEmpty())
                .ifPresent(name -> fields.set(name, Json.fromPlain(options.stop())));
    }
}
