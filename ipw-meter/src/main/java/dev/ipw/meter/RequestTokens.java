package dev.ipw.meter;

import dev.ipw.inference.TokenUsage;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The tokens of a request as the server counted them. A count that the server did not report is empty.
 *
 * @param input     tokens of the prompt
 * @param cached    the tokens among them that were served from a cache
 * @param output    tokens of the answer, reasoning included
 * @param reasoning the tokens among them that are reasoning
 */
@API(status = API.Status.EXPERIMENTAL)
public record RequestTokens(OptionalLong input, OptionalLong cached, OptionalLong output, OptionalLong reasoning) {
    /** Tokens that the server did not report. */
    public static final RequestTokens UNKNOWN = new RequestTokens(OptionalLong.empty(), OptionalLong.empty(),
            OptionalLong.empty(), OptionalLong.empty());

    /**
     * Creates the tokens of a request without cached tokens and without a count of its reasoning.
     *
     * @param input  tokens of the prompt
     * @param output tokens of the answer
     * @return the tokens
     */
    public static RequestTokens of(long input, long output) {
        return new RequestTokens(OptionalLong.of(input), OptionalLong.empty(), OptionalLong.of(output),
                OptionalLong.empty());
    }

    /**
     * Returns the counts of the prompt alone.
     *
     * @return a copy without counts of the answer
     */
    public RequestTokens ofPrompt() {
        return new RequestTokens(input, cached, OptionalLong.empty(), OptionalLong.empty());
    }

    /**
     * Converts the counts of an answer. Some servers count reasoning beside the answer, which shows in their total.
     *
     * @param usage the counts
     * @return the tokens
     */
    public static RequestTokens of(TokenUsage usage) {
        long reasoning = usage.reasoning().orElse(0);
        long sum = usage.input().orElse(0) + usage.output().orElse(0);
        boolean isBeside = reasoning > 0 && usage.input().isPresent() && usage.output().isPresent()
                && usage.total().orElse(sum) == sum + reasoning;
        return new RequestTokens(usage.input(), usage.cachedInput(),
                isBeside ? OptionalLong.of(usage.output().getAsLong() + reasoning) : usage.output(),
                usage.reasoning());
    }
}
