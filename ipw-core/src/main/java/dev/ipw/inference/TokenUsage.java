package dev.ipw.inference;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Count the tokens of one request. Absent means not counted, or an implausible count: one outside 0 to
 * {@link #MOST_TOKENS}, and those that contradict each other, are omitted whoever told them, and {@code flags} says so.
 *
 * @param input                 tokens of the prompt
 * @param output                tokens generated, as the counter counts them
 * @param total                 the counter's own total; it may differ from input + output where reasoning is counted
 *                              apart
 * @param cachedInput           tokens of the prompt that came from a cache
 * @param reasoning             tokens of hidden or shown reasoning
 * @param streamed              tokens that came, in chunks or in one: without reasoning that stayed hidden, and with
 *                              reasoning that came and is not in the output; empty if unknown
 * @param firstChunk            those of them that had come with the first chunk that brought any; empty unless counted
 * @param cacheWritten          tokens of the prompt that a cache took in, however long it keeps them
 * @param cacheWrittenForAnHour those of them that it keeps for an hour, which costs more
 * @param source                the source of the counts
 * @param flags                 implausible reported figures
 */
public record TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
        OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, OptionalLong cacheWritten,
        OptionalLong cacheWrittenForAnHour, Source source, Set<ResponseFlag> flags) {
    /** The most tokens that any count of one request can have: no model reads or writes as many, and no sum overflows. */
    public static final long MOST_TOKENS = Integer.MAX_VALUE;

    /** The source of the token counts. */
    public enum Source {
        /** The server that ran the model. */
        SERVER,
        /** A tokenizer on the client's side. */
        TOKENIZER,
        /** No counter. */
        ABSENT;

        /**
         * Returns the name used in files.
         *
         * @return lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Rejects nulls, and omit what cannot be. */
    public TokenUsage {
        Objects.requireNonNull(streamed, "streamed");
        Objects.requireNonNull(firstChunk, "firstChunk");
        Objects.requireNonNull(cacheWritten, "cacheWritten");
        Objects.requireNonNull(cacheWrittenForAnHour, "cacheWrittenForAnHour");
        Objects.requireNonNull(source, "source");
        CheckedCounts checked = new CheckedCounts(new Counts(input, output, total, cachedInput, reasoning, streamed,
                firstChunk, cacheWritten, cacheWrittenForAnHour), flags);
        Counts counts = checked.counts();
        input = counts.input;
        output = counts.output;
        total = counts.total;
        cachedInput = counts.cachedInput;
        reasoning = counts.reasoning;
        streamed = counts.streamed;
        firstChunk = counts.firstChunk;
        cacheWritten = counts.cacheWritten;
        cacheWrittenForAnHour = counts.cacheWrittenForAnHour;
        flags = Set.copyOf(checked.flags());
        if (!flags.isEmpty() && input.isEmpty() && output.isEmpty() && total.isEmpty()) {
            source = Source.ABSENT;
        }
    }

    /** Hold unchecked counts. */
    record Counts(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, OptionalLong cacheWritten,
            OptionalLong cacheWrittenForAnHour) {}

    /**
     * Creates counts without flags.
     *
     * @param input                 tokens of the prompt
     * @param output                tokens generated
     * @param total                 the counter's own total
     * @param cachedInput           tokens of the prompt that came from a cache
     * @param reasoning             tokens of hidden or shown reasoning
     * @param streamed              tokens that came
     * @param firstChunk            those of them that had come with the first chunk
     * @param cacheWritten          tokens of the prompt that a cache took in
     * @param cacheWrittenForAnHour those of them that it keeps for an hour
     * @param source                the source of the counts
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, OptionalLong cacheWritten,
            OptionalLong cacheWrittenForAnHour, Source source) {
        this(input, output, total, cachedInput, reasoning, streamed, firstChunk, cacheWritten, cacheWrittenForAnHour,
                source, Set.of());
    }

    /**
     * Keeps counts where nothing was written to a cache, as far as anyone knows.
     *
     * @param input       tokens of the prompt
     * @param output      tokens generated
     * @param total       the counter's own total
     * @param cachedInput tokens of the prompt that came from a cache
     * @param reasoning   tokens of hidden or shown reasoning
     * @param streamed    tokens that came
     * @param firstChunk  those of them that had come with the first chunk
     * @param source      the source of the counts
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, Source source) {
        this(input, output, total, cachedInput, reasoning, streamed, firstChunk, OptionalLong.empty(),
                OptionalLong.empty(), source);
    }

    /**
     * Keeps counts of an answer that came as a whole, as far as anyone knows: reasoning that was counted may have
     * stayed hidden.
     *
     * @param input       tokens of the prompt
     * @param output      tokens generated
     * @param total       the counter's own total
     * @param cachedInput tokens of the prompt that came from a cache
     * @param reasoning   tokens of hidden or shown reasoning
     * @param source      the source of the counts
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, Source source) {
        this(input, output, total, cachedInput, reasoning, reasoning.orElse(0) > 0 ? OptionalLong.empty() : output,
                OptionalLong.empty(), source);
    }

    /**
     * Creates unknown counts.
     *
     * @return no counts
     */
    public static TokenUsage absent() {
        return new TokenUsage(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(),
                OptionalLong.empty(), Source.ABSENT);
    }

    /**
     * Creates the server's counts.
     *
     * @param input  tokens of the prompt
     * @param output tokens generated
     * @return the counts, their sum as total
     */
    public static TokenUsage server(long input, long output) {
        return new TokenUsage(OptionalLong.of(input), OptionalLong.of(output), sum(input, output),
                OptionalLong.empty(), OptionalLong.empty(), Source.SERVER);
    }

    /**
     * Sets how much of the output arrived, where nobody counted what came with the first chunk.
     *
     * @param tokens tokens that came, in chunks or in one
     * @return the changed copy
     */
    public TokenUsage withStreamed(long tokens) {
        return streamed(OptionalLong.of(tokens), OptionalLong.empty());
    }

    /**
     * Sets how much of the output arrived.
     *
     * @param tokens      tokens that came, in chunks or in one
     * @param firstTokens those of them that had come with the first chunk
     * @return the changed copy
     */
    public TokenUsage withStreamed(long tokens, long firstTokens) {
        return streamed(OptionalLong.of(tokens), OptionalLong.of(firstTokens));
    }

    /**
     * Leaves open how much of the output arrived.
     *
     * @return the changed copy
     */
    public TokenUsage withoutStreamed() {
        return streamed(OptionalLong.empty(), OptionalLong.empty());
    }

    private TokenUsage streamed(OptionalLong tokens, OptionalLong firstTokens) {
        return new TokenUsage(input, output, total, cachedInput, reasoning, tokens, firstTokens, cacheWritten,
                cacheWrittenForAnHour, source, flags);
    }

    /**
     * Sets how much of the prompt was written to a cache, where it is not told for how long.
     *
     * @param tokens tokens that it took in
     * @return the changed copy
     */
    public TokenUsage withCacheWritten(long tokens) {
        return cacheWritten(OptionalLong.of(tokens), OptionalLong.empty());
    }

    /**
     * Sets how much of the prompt was written to a cache.
     *
     * @param tokens  tokens that it took in
     * @param forHour those of them that it keeps for an hour
     * @return the changed copy
     */
    public TokenUsage withCacheWritten(long tokens, long forHour) {
        return cacheWritten(OptionalLong.of(tokens), OptionalLong.of(forHour));
    }

    private TokenUsage cacheWritten(OptionalLong tokens, OptionalLong forHour) {
        return new TokenUsage(input, output, total, cachedInput, reasoning, streamed, firstChunk, tokens, forHour,
                source, flags);
    }

    /**
     * Adds flags of implausible reported figures.
     *
     * @param further what it was
     * @return a copy that says so, beside what is said already
     */
    public TokenUsage withFlags(Set<ResponseFlag> further) {
        EnumSet<ResponseFlag> all = EnumSet.noneOf(ResponseFlag.class);
        all.addAll(flags);
        all.addAll(further);
        return new TokenUsage(input, output, total, cachedInput, reasoning, streamed, firstChunk, cacheWritten,
                cacheWrittenForAnHour, source, all);
    }

    /**
     * Checks the counts against the text: text without an output token is a contradiction.
     *
     * @param anyText whether text came, of the answer or of its reasoning
     * @return a copy without the count of the output if it is 0 and text came; otherwise these counts
     */
    public TokenUsage besideText(boolean anyText) {
        boolean contradicts = anyText && output.isPresent() && output.getAsLong() + reasoning.orElse(0) == 0;
        return contradicts
                ? new TokenUsage(input, OptionalLong.empty(), OptionalLong.empty(), cachedInput, reasoning,
                        OptionalLong.empty(), OptionalLong.empty(), cacheWritten, cacheWrittenForAnHour, source, flags)
                        .withFlags(Set.of(ResponseFlag.NO_OUTPUT_BESIDE_TEXT))
                : this;
    }

    /**
     * Adds the tokens of another request.
     *
     * @param other its counts
     * @return the sums, each empty unless both have it; of the first chunk there is none
     */
    public TokenUsage plus(TokenUsage other) {
        Source weaker = source.compareTo(other.source) > 0 ? source : other.source;
        return new TokenUsage(both(input, other.input), both(output, other.output), both(total, other.total),
                both(cachedInput, other.cachedInput), both(reasoning, other.reasoning),
                both(streamed, other.streamed), OptionalLong.empty(), both(cacheWritten, other.cacheWritten),
                both(cacheWrittenForAnHour, other.cacheWrittenForAnHour), weaker, flags).withFlags(other.flags);
    }

    private static OptionalLong both(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(one.getAsLong() + other.getAsLong())
                : OptionalLong.empty();
    }

    /** What is out of range has no sum. */
    private static OptionalLong sum(long input, long output) {
        return Math.max(input, output) > MOST_TOKENS || Math.min(input, output) < 0
                ? OptionalLong.empty()
                : OptionalLong.of(input + output);
    }
}
