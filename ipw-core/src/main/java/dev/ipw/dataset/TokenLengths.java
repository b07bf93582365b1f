package dev.ipw.dataset;

import java.util.OptionalInt;

/**
 * Hold the requested lengths of a prompt and its answer, to compare them with the server's counts.
 *
 * @param input  tokens of the prompt; empty if it was not made to a length
 * @param output tokens of the answer; empty if the model ends it
 */
public record TokenLengths(OptionalInt input, OptionalInt output) {
    /** No requested lengths, as of an ordinary question. */
    public static final TokenLengths NONE = new TokenLengths(OptionalInt.empty(), OptionalInt.empty());

    /** Refuse nulls, and lengths below 1. */
    public TokenLengths {
        if (input.orElse(1) < 1 || output.orElse(1) < 1) {
            throw new IllegalArgumentException(
                    "A length must be at least 1 token, not " + input.orElse(0) + " and " + output.orElse(0));
        }
    }
}
