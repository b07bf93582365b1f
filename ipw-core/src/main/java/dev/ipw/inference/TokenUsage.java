package dev.ipw.inference;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The token counts of one request. Absent means not counted, or implausible: counts outside 0 to {@link #MAX_TOKENS},
 * and those that contradict each other, are omitted, whatever their source, and marked in {@code flags}.
 *
 * @param input                 tokens of the prompt
 * @param output                tokens generated, as the counter counts them
 * @param total                 the counter's own total; it may differ from input + output if reasoning is counted
 *                              separately
 * @param cachedInput           tokens of the prompt that were read from a cache
 * @param reasoning             tokens of hidden or shown reasoning
 * @param streamed              tokens that arrived, in chunks or at once: without hidden reasoning, and with reasoning
 *                              that arrived and is not in the output; empty if unknown
 * @param firstChunk            the part of them that arrived up to and including the first chunk with tokens; empty
 *                              unless counted
 * @param cacheWritten          tokens of the prompt that were written to a cache, whatever its lifetime
 * @param cacheWrittenForAnHour the part of them that is kept for an hour, which costs more
 * @param source                the source of the counts
 * @param flags                 implausible reported figures
 */
@API(status = API.Status.EXPERIMENTAL)
public record TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
        OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, OptionalLong cacheWritten,
        OptionalLong cacheWrittenForAnHour, Source source, Set<ResponseFlag> flags) {
    /** The maximum of any count of one request: no model reads or writes as much, and no sum overflows. */
    public static final long MAX_TOKENS = Integer.MAX_VALUE;

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

    /** Rejects nulls, and omits impossible counts. */
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

    /** Unchecked counts. */
    record Counts(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, OptionalLong cacheWritten,
            OptionalLong cacheWrittenForAnHour) {}

    /**
     * Creates counts without flags.
     *
     * @param input                 tokens of the prompt
     * @param output                tokens generated
     * @param total                 the counter's own total
     * @param cachedInput           tokens of the prompt that were read from a cache
     * @param reasoning             tokens of hidden or shown reasoning
     * @param streamed              tokens that arrived
     * @param firstChunk            the part of them that arrived up to and including the first chunk
     * @param cacheWritten          tokens of the prompt that were written to a cache
     * @param cacheWrittenForAnHour the part of them that is kept for an hour
     * @param source                the source of the counts
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, OptionalLong cacheWritten,
            OptionalLong cacheWrittenForAnHour, Source source) {
        this(input, output, total, cachedInput, reasoning, streamed, firstChunk, cacheWritten, cacheWrittenForAnHour,
                source, Set.of());
    }

    /**
     * Creates counts without a known write to a cache.
     *
     * @param input       tokens of the prompt
     * @param output      tokens generated
     * @param total       the counter's own total
     * @param cachedInput tokens of the prompt that were read from a cache
     * @param reasoning   tokens of hidden or shown reasoning
     * @param streamed    tokens that arrived
     * @param firstChunk  the part of them that arrived up to and including the first chunk
     * @param source      the source of the counts
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, OptionalLong streamed, OptionalLong firstChunk, Source source) {
        this(input, output, total, cachedInput, reasoning, streamed, firstChunk, OptionalLong.empty(),
                OptionalLong.empty(), source);
    }

    /**
     * Creates counts of an answer that arrived as a whole, if nothing else is known: counted reasoning may have stayed
     * hidden.
     *
     * @param input       tokens of the prompt
     * @param output      tokens generated
     * @param total       the counter's own total
     * @param cachedInput tokens of the prompt that were read from a cache
     * @param reasoning   tokens of hidden or shown reasoning
     * @param source      the source of the counts
     */
    public TokenUsage(OptionalLong input, OptionalLong output, OptionalLong total, OptionalLong cachedInput,
            OptionalLong reasoning, Source source) {
        this(input, output, total, cachedInput, reasoning, reasoning.orElse(0) > 0 ? OptionalLong.empty() : output,
                OptionalLong.empty(), source);
    }

    /**
     * Returns whether the server counted tokens, so that they can be charged whatever became of the request.
     *
     * @return true if the server reported tokens of the prompt or of the answer
     */
    public boolean isCountedByServer() {
        return source == Source.SERVER && (input.isPresent() || output.isPresent());
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
     * Sets the part of the output that arrived, if the part in the first chunk was not counted.
     *
     * @param tokens tokens that arrived, in chunks or at once
     * @return the changed copy
     */
    public TokenUsage withStreamed(long tokens) {
        return streamed(OptionalLong.of(tokens), OptionalLong.empty());
    }

    /**
     * Sets the part of the output that arrived.
     *
     * @param tokens      tokens that arrived, in chunks or at once
     * @param firstTokens the part of them that arrived up to and including the first chunk
     * @return the changed copy
     */
    public TokenUsage withStreamed(long tokens, long firstTokens) {
        return streamed(OptionalLong.of(tokens), OptionalLong.of(firstTokens));
    }

    /**
     * Removes the part of the output that arrived.
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
     * Sets the part of the prompt that was written to a cache with an unknown lifetime.
     *
     * @param tokens tokens that were written
     * @return the changed copy
     */
    public TokenUsage withCacheWritten(long tokens) {
        return cacheWritten(OptionalLong.of(tokens), OptionalLong.empty());
    }

    /**
     * Sets the part of the prompt that was written to a cache.
     *
     * @param tokens  tokens that were written
     * @param forHour the part of them that is kept for an hour
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
     * @param further the flags
     * @return a copy with these flags in addition to its own
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
     * @param anyText whether text arrived, of the answer or of its reasoning
     * @return a copy without the count of the output if it is 0 and text arrived; otherwise these counts
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
     * Returns whether reasoning was counted beside the output, as the server's own total shows.
     *
     * @return true if the total is the sum of prompt, output and reasoning
     */
    public boolean isReasoningSeparate() {
        long thought = reasoning.orElse(0);
        return thought > 0 && total.isPresent() && input.isPresent() && output.isPresent()
                && total.getAsLong() == input.getAsLong() + output.getAsLong() + thought;
    }

    /**
     * Adds the tokens of another request.
     *
     * @param other its counts
     * @return the sums, each empty unless both have it; without the first chunk
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

    /** Returns a sum; one that is out of range is absent. */
    private static OptionalLong sum(long input, long output) {
        return Math.max(input, output) > MAX_TOKENS || Math.min(input, output) < 0
                ? OptionalLong.empty()
                : OptionalLong.of(input + output);
    }
}
