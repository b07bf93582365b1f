package dev.ipw.dataset;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Hold how long a prompt was meant to be and how long its answer is to be. A record keeps them in its metadata, so that they
 * stand beside what the server counted.
 *
 * @param input  tokens of the prompt; empty if it was not made to a length
 * @param output tokens of the answer; empty if the model ends it
 */
public record AskedLengths(OptionalInt input, OptionalInt output) {
    private static final String INPUT = "asked_input_tokens";
    private static final String OUTPUT = "asked_output_tokens";

    /** Refuse nulls. */
    public AskedLengths {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(output, "output");
    }

    /**
     * Read what a record asks for.
     *
     * @param record the record
     * @return the lengths, both empty for an ordinary question
     */
    public static AskedLengths of(DatasetRecord record) {
        return new AskedLengths(length(record.metadata().get(INPUT)), length(record.metadata().get(OUTPUT)));
    }

    private static OptionalInt length(@Nullable Object value) {
        return value instanceof Long tokens && tokens > 0 && tokens <= Integer.MAX_VALUE
                ? OptionalInt.of(tokens.intValue())
                : OptionalInt.empty();
    }

    /** Write them as a record's metadata. */
    Map<String, Object> metadata() {
        Map<String, Object> metadata = new HashMap<>();
        input.ifPresent(tokens -> metadata.put(INPUT, (long) tokens));
        output.ifPresent(tokens -> metadata.put(OUTPUT, (long) tokens));
        return metadata;
    }
}
