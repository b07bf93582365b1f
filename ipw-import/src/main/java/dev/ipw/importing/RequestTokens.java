package dev.ipw.importing;

import java.util.OptionalLong;

/** Add counts of tokens, of which one that nobody counted makes the sum unknown. */
final class RequestTokens {
    private RequestTokens() {}

    static OptionalLong sum(OptionalLong input, OptionalLong output) {
        return input.isEmpty() || output.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(input.getAsLong() + output.getAsLong());
    }
}
