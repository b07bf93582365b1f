package dev.ipw.cost.internal;

import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.TokenUsage;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The tokens of a query, split into kinds without overlap. The prompt's count includes tokens read from a cache or
 * written to it, and the answer's count includes reasoning unless the server's own total shows that reasoning is
 * separate.
 *
 * @param input          prompt tokens that were neither read from a cache nor written to one; empty if unknown
 * @param cachedInput    prompt tokens that were read from a cache
 * @param cacheWrite     prompt tokens that were written to a cache for its shortest time
 * @param cacheWriteHour prompt tokens that were written to a cache for an hour
 * @param output         answer tokens without reasoning; empty if unknown
 * @param reasoning      reasoning tokens
 * @param conflict       the contradiction between the counts, if there is one
 */
record ChargedTokens(OptionalLong input, OptionalLong cachedInput, OptionalLong cacheWrite, OptionalLong cacheWriteHour,
        OptionalLong output, OptionalLong reasoning, Optional<String> conflict) {
    private static final OptionalLong ZERO = OptionalLong.of(0);
    static final ChargedTokens NONE = new ChargedTokens(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, Optional.empty());

    static ChargedTokens of(TokenUsage usage) {
        // A server that does not report a cache or reasoning has not charged for it separately.
        long cached = usage.cachedInput().orElse(0);
        long thought = usage.reasoning().orElse(0);
        long written = usage.cacheWritten().orElse(0);
        long forAnHour = usage.cacheWrittenForAnHour().orElse(0);
        OptionalLong input = minus(usage.input(), cached + written);
        OptionalLong output = usage.isReasoningSeparate() ? usage.output() : minus(usage.output(), thought);
        Optional<String> conflict = Optional.empty();
        if (!usage.flags().isEmpty()) {
            conflict = Optional.of("the server told " + usage.flags().stream().sorted().map(ResponseFlag::words)
                    .collect(Collectors.joining(" and ")));
        } else if (forAnHour > written) {
            conflict = Optional.of("the server counted more tokens written to a cache for an hour than in all");
        }
        return conflict.isPresent()
                ? new ChargedTokens(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(),
                        OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), conflict)
                : new ChargedTokens(input, OptionalLong.of(cached), OptionalLong.of(written - forAnHour),
                        OptionalLong.of(forAnHour), output, OptionalLong.of(thought), conflict);
    }

    private static OptionalLong minus(OptionalLong count, long part) {
        return count.isEmpty() ? count : OptionalLong.of(count.getAsLong() - part);
    }
}
