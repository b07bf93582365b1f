package dev.ipw.hosted;

import dev.ipw.inference.TokenUsage;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The billed tokens of a request.
 *
 * @param input  tokens of the prompt, cached ones included
 * @param cached the tokens among them that were read from a cache
 * @param output tokens of the answer, with all reasoning, also hidden
 */
@API(status = API.Status.EXPERIMENTAL)
public record HostedTokens(long input, long cached, long output) {
    /** Checks the counts. */
    public HostedTokens {
        if (cached < 0 || input < cached || output < 0) {
            throw new IllegalArgumentException("Tokens are 0 or more, and cached ones part of the prompt, not " + input
                    + " of the prompt, " + cached + " cached, " + output + " of the answer");
        }
    }

    /**
     * Returns the billed tokens of a request as its server counted them. Without a count of cached tokens none were
     * cached.
     *
     * @param usage its counts
     * @return the tokens; empty if prompt or answer were not counted
     */
    public static Optional<HostedTokens> of(TokenUsage usage) {
        if (usage.input().isEmpty() || usage.output().isEmpty()) {
            return Optional.empty();
        }
        long input = usage.input().getAsLong();
        long beside = usage.isReasoningSeparate() ? usage.reasoning().orElse(0) : 0;
        return Optional.of(new HostedTokens(input, Math.min(input, usage.cachedInput().orElse(0)),
                usage.output().getAsLong() + beside));
    }
}
