package dev.ipw.inference;

import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Count the tokens of one request. Absent means that nobody counted.
 *
 * @param input       tokens of the prompt
 * @param output      tokens generated, as the counter counts them
 * @param total       the counter's own total; it may differ from input + output where reasoning is counted apart
 * @param cachedInput tokens of the prompt that came from a cache
 * @param reasoning   tokens of hidden or shown reasoning
 * @param source      who counted
 */
public record TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
        OptionalLong reasoning, Source source) {

    /** Say who counted tokens. */
    public enum Source {
        /** The server that ran the model. */
        SERVER,
        /** A tokenizer on the client's side. */
        TOKENIZER,
        /** Nobody. */
        ABSENT;

        /**
         * Give the name used in files.
         *
         * @return lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Refuse a missing source. */
    public TokenUsage {
        Objects.requireNonNull(source, "source");
    }

    /**
     * Say that nobody counted.
     *
     * @return no counts
     */
    public static TokenUsage absent() {
        return new TokenUsage(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(),
                OptionalLong.empty(), Source.ABSENT);
    }

    /**
     * Keep what the server counted.
     *
     * @param input  tokens of the prompt
     * @param output tokens generated
     * @return the counts, their sum as total
     */
    public static TokenUsage server(long input, long output) {
        return new TokenUsage(OptionalLong.of(input), OptionalLong.of(output), OptionalLong.of(input + output),
                OptionalLong.empty(), OptionalLong.empty(), Source.SERVER);
    }
}
