package dev.ipw.inference.exchange;

import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.TokenUsage;
import java.util.OptionalLong;

/**
 * Follow how many tokens had come with each chunk, where the server says so, and tell how many came at all. A count that
 * a server gives with every chunk is exact. Without it hidden reasoning has to be taken out of what was generated, and
 * reasoning that a server counts apart put in.
 */
final class StreamedTokens {
    private OptionalLong first = OptionalLong.empty();
    private OptionalLong last = OptionalLong.empty();
    private boolean anyUncounted;

    /** Notes a chunk with tokens and the count of all tokens up to it, if the server gave one. */
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
     * @param usage   as the server told it
     * @param thought how much of the reasoning came
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

    /** List how much of a model's reasoning came. */
    enum Reasoning {
        /** None of it. */
        NONE,
        /** All of it, as far as anyone can tell. */
        WHOLE,
        /** A summary, or a part. */
        SHORTENED
    }
}
