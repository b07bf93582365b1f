package dev.ipw.importing.spans;

import dev.ipw.internal.tree.TreeReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A reader of the attributes of a span that describe a GenAI operation. */
final class SpanAttributes {
    private static final String NAMESPACE = "gen_ai.";
    private static final List<String> NAMESPACES = List.of(NAMESPACE, "spring.ai.");
    private static final long MAX_TOKENS = 1_000_000_000L;
    private static final String[] INPUT = {"gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"};
    private static final String[] OUTPUT = {"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"};
    private static final String[] CACHED = {"gen_ai.usage.cache_read.input_tokens"};

    private final Map<String, Object> values = new HashMap<>();
    private final Consumer<String> faults;

    /**
     * Reads the attributes.
     *
     * @param span   the span
     * @param faults takes a sentence about each impossible value
     */
    SpanAttributes(TreeReader span, Consumer<String> faults) {
        this.faults = faults;
        for (TreeReader attribute : span.children("attributes")) {
            String key = attribute.text("key");
            if (NAMESPACES.stream().anyMatch(key::startsWith)) {
                attribute.optionalChild("value").flatMap(SpanAttributes::plain)
                        .ifPresent(value -> values.put(key, value));
            }
        }
    }

    /** Returns a text or a number; values of other types have no meaning here. */
    private static Optional<Object> plain(TreeReader value) {
        if (value.has("stringValue")) {
            return Optional.of(value.text("stringValue"));
        }
        for (String key : List.of("intValue", "doubleValue")) {
            if (value.has(key)) {
                return Optional.of(value.isText(key) ? value.text(key) : value.real(key));
            }
        }
        return Optional.empty();
    }

    boolean isGenAi() {
        return values.keySet().stream().anyMatch(key -> key.startsWith(NAMESPACE));
    }

    boolean hasUsage() {
        return Stream.of(INPUT, OUTPUT).flatMap(Stream::of).anyMatch(values::containsKey);
    }

    /** Returns the first text that exists and is not empty. */
    Optional<String> text(String... keys) {
        for (String key : keys) {
            if (values.get(key) instanceof String text && !text.isBlank()) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    OptionalLong inputTokens() {
        return tokens(INPUT);
    }

    OptionalLong outputTokens() {
        return tokens(OUTPUT);
    }

    OptionalLong cachedTokens() {
        return tokens(CACHED);
    }

    /** Returns the time to the first token in seconds. */
    OptionalDouble firstTokenSeconds() {
        return number("gen_ai.response.time_to_first_chunk", "gen_ai.latency.time_to_first_token");
    }

    private OptionalLong tokens(String... keys) {
        OptionalDouble count = number(keys);
        if (count.isEmpty()) {
            return OptionalLong.empty();
        }
        double tokens = count.getAsDouble();
        if (!(tokens >= 0 && tokens <= MAX_TOKENS && tokens == Math.rint(tokens))) {
            faults.accept(keys[0] + " is " + tokens + ", which is no number of tokens");
            return OptionalLong.empty();
        }
        return OptionalLong.of((long) tokens);
    }

    /** Returns the first number that exists; bridges write numbers also as text. */
    private OptionalDouble number(String... keys) {
        for (String key : keys) {
            Object value = values.get(key);
            if (value instanceof Number number) {
                return OptionalDouble.of(number.doubleValue());
            }
            if (value instanceof String text) {
                try {
                    return OptionalDouble.of(Double.parseDouble(text));
                } catch (NumberFormatException noNumber) {
                    faults.accept(key + " is '" + TreeReader.shown(text) + "', which is no number");
                }
            }
        }
        return OptionalDouble.empty();
    }
}
