package dev.ipw.inference.exchange;

import dev.ipw.inference.TokenUsage;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The token counts that a server reports of one answer, in one piece or in several. The last one counts; but a later
 * zero replaces no count, because servers send zeros where they do not know. {@link TokenUsage} omits impossible
 * counts.
 */
public final class ReportedUsage {
    private final ServerFigureReader figures;
    private final Map<Count, Long> counts = new EnumMap<>(Count.class);

    /** The counts that protocols have in common. */
    public enum Count {
        /** Tokens of the prompt. */
        INPUT,
        /** Tokens generated. */
        OUTPUT,
        /** The server's own total. */
        TOTAL,
        /** Tokens of the prompt that were read from a cache. */
        CACHED_INPUT,
        /** Tokens of reasoning. */
        REASONING,
        /** Tokens of the prompt that were written to a cache. */
        CACHE_WRITTEN,
        /** The part of them that is kept for an hour. */
        CACHE_WRITTEN_FOR_AN_HOUR
    }

    /**
     * Creates an empty instance.
     *
     * @param figures reads the counts, and records those that it omitted
     */
    public ReportedUsage(ServerFigureReader figures) {
        this.figures = figures;
    }

    /**
     * Takes one value of a count.
     *
     * @param count  the count
     * @param tokens the value; empty if this piece has none
     */
    public void report(Count count, OptionalLong tokens) {
        if (tokens.isPresent()) {
            counts.merge(count, tokens.getAsLong(), (before, now) -> now == 0 ? before : now);
        }
    }

    /**
     * Returns a count as reported so far.
     *
     * @param count the count
     * @return its tokens; empty if no piece had them
     */
    public OptionalLong tokens(Count count) {
        Long tokens = counts.get(count);
        return tokens == null ? OptionalLong.empty() : OptionalLong.of(tokens);
    }

    /** Sets the total to the sum of input and output, for a protocol without a total. */
    public void addUp() {
        if (counts.containsKey(Count.INPUT) && counts.containsKey(Count.OUTPUT)) {
            counts.put(Count.TOTAL, tokens(Count.INPUT).orElse(0) + tokens(Count.OUTPUT).orElse(0));
        }
    }

    /**
     * Returns all counts.
     *
     * @return the plausible ones, with flags for the others
     */
    public TokenUsage usage() {
        if (!counts.containsKey(Count.INPUT) && !counts.containsKey(Count.OUTPUT)
                && !counts.containsKey(Count.TOTAL)) {
            return figures.noted(TokenUsage.absent());
        }
        OptionalLong output = tokens(Count.OUTPUT);
        OptionalLong reasoning = tokens(Count.REASONING);
        // Reasoning may have stayed hidden.
        OptionalLong streamed = reasoning.orElse(0) > 0 ? OptionalLong.empty() : output;
        return figures.noted(new TokenUsage(tokens(Count.INPUT), output, tokens(Count.TOTAL),
                tokens(Count.CACHED_INPUT), reasoning, streamed, OptionalLong.empty(), tokens(Count.CACHE_WRITTEN),
                tokens(Count.CACHE_WRITTEN_FOR_AN_HOUR), TokenUsage.Source.SERVER));
    }
}
