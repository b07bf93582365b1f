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
 * @param streamed    tokens that came, in chunks or in one: without reasoning that stayed hidden, and with reasoning that
 *                    came and is not in the output; empty if nobody can tell
 * @param firstChunk  those of them that had come with the first chunk that brought any; empty unless somebody counted
 * @param cacheWritten tokens of the prompt that a cache took in, however long it keeps them
 * @param cacheWrittenForAnHour those of them that it keeps for an hour, which costs more
 * @param source      who counted
 */
public record TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
        OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, OptionalLong cacheWritten,
        OptionalLong cacheWrittenForAnHour, Source source) {

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

    /** Refuse nulls. */
    public TokenUsage {
        Objects.requireNonNull(streamed, "streamed");
        Objects.requireNonNull(firstChunk, "firstChunk");
        Objects.requireNonNull(cacheWritten, "cacheWritten");
        Objects.requireNonNull(cacheWrittenForAnHour, "cacheWrittenForAnHour");
        Objects.requireNonNull(source, "source");
    }

    /**
     * Keep counts where nothing was written to a cache, as far as anyone knows.
     *
     * @param input       tokens of the prompt
     * @param output      tokens generated
     * @param total       the counter's own total
     * @param cachedInput tokens of the prompt that came from a cache
     * @param reasoning   tokens of hidden or shown reasoning
     * @param streamed    tokens that came
     * @param firstChunk  those of them that had come with the first chunk
     * @param source      who counted
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, Source source) {
        this(input, output, total, cachedInput, reasoning, streamed, firstChunk, OptionalLong.empty(),
                OptionalLong.empty(), source);
    }

    /**
     * Keep counts of an answer that came as a whole, as far as anyone knows: reasoning that was counted may have stayed
     * hidden.
     *
     * @param input       tokens of the prompt
     * @param output      tokens generated
     * @param total       the counter's own total
     * @param cachedInput tokens of the prompt that came from a cache
     * @param reasoning   tokens of hidden or shown reasoning
     * @param source      who counted
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, Source source) {
        this(input, output, total, cachedInput, reasoning, reasoning.orElse(0) > 0 ? OptionalLong.empty() : output,
                OptionalLong.empty(), source);
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

    /**
     * Say how much of the output came.
     *
     * @param tokens      tokens that came, in chunks or in one; empty if nobody can tell
     * @param firstTokens those of them that had come with the first chunk; empty unless somebody counted
     * @return a copy that says so
     */
    public TokenUsage withStreamed(OptionalLong tokens, OptionalLong firstTokens) {
        return new TokenUsage(input, output, total, cachedInput, reasoning, tokens, firstTokens, cacheWritten,
                cacheWrittenForAnHour, source);
    }

    /**
     * Say how much of the prompt a cache took in.
     *
     * @param tokens  tokens that it took in; empty if nobody counted
     * @param forHour those of them that it keeps for an hour; empty if nobody told them apart
     * @return a copy that says so
     */
    public TokenUsage withCacheWritten(OptionalLong tokens, OptionalLong forHour) {
        return new TokenUsage(input, output, total, cachedInput, reasoning, streamed, firstChunk, tokens, forHour,
                source);
    }
}
