package dev.ipw.importing;

import java.util.OptionalLong;

/** Sums of token counts; one missing count makes the sum unknown. */
final class RequestTokens {
    private RequestTokens() {}

    static OptionalLong sum(OptionalLong input, OptionalLong output) {
        return input.isEmpty() || output.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(input.getAsLong() + output.getAsLong());
    }
}
