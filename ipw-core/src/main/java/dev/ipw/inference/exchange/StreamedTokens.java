package dev.ipw.inference.exchange;

import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.TokenUsage;
import java.util.OptionalLong;

/**
 * The number of tokens that arrived with each chunk, if the server reports it, and in all. A count that a server gives
 * with every chunk is exact. Without it hidden reasoning is subtracted from the generated tokens, and reasoning that a
 * server counts separately is added.
 */
final class StreamedTokens {
    private OptionalLong first = OptionalLong.empty();
    private OptionalLong last = OptionalLong.empty();
    private boolean anyUncounted;

    /** Records a chunk with tokens and the count of all tokens up to it, if the server gave one. */
    void chunk(OptionalLong tokensSoFar) {
        boolean counts = tokensSoFar.isPresent() && tokensSoFar.getAsLong() >= last.orElse(1);
        anyUncounted |= !counts;
        if (counts) {
            first = first.isPresent() ? first : tokensSoFar;
            last = tokensSoFar;
        }
    }

    /**
     * Completes the server's counts.
     *
     * @param usage   the server's counts
     * @param thought the part of the reasoning that arrived
     */
    TokenUsage complete(TokenUsage usage, Reasoning thought) {
        OptionalLong streamed = streamed(usage, thought);
        if (anyUncounted || first.isEmpty()) {
            return with(usage, streamed);
        }
        long hidden = Math.max(0, usage.output().orElse(0) - streamed.orElse(Long.MAX_VALUE));
        return hidden < first.getAsLong()
                ? usage.withStreamed(last.getAsLong() - hidden, first.getAsLong() - hidden)
                // The first chunks were counted without it, so the counts in between are ambiguous.
                : with(usage, streamed);
    }

    private static TokenUsage with(TokenUsage usage, OptionalLong streamed) {
        return streamed.isPresent() ? usage.withStreamed(streamed.getAsLong()) : usage.withoutStreamed();
    }

    private static OptionalLong streamed(TokenUsage usage, Reasoning thought) {
        long hidden = usage.reasoning().orElse(0);
        if (thought == Reasoning.SHORTENED
                || (hidden > 0 && usage.flags().contains(ResponseFlag.TOTAL_NOT_SUM))) {
            return OptionalLong.empty();
        }
        if (hidden == 0 || usage.output().isEmpty()) {
            return usage.output();
        }
        long output = usage.output().getAsLong();
        long sum = usage.input().orElse(0) + output;
        long total = usage.total().orElse(sum);
        if (total == sum && hidden <= output) {
            return OptionalLong.of(thought == Reasoning.WHOLE ? output : output - hidden);
        }
        if (total == sum + hidden) {
            return OptionalLong.of(thought == Reasoning.WHOLE ? output + hidden : output);
        }
        return OptionalLong.empty();
    }

    /** The parts of a model's reasoning that arrived. */
    enum Reasoning {
        /** None of it. */
        NONE,
        /** All of it, as far as is known. */
        WHOLE,
        /** A summary, or a part. */
        SHORTENED
    }
}
