package dev.ipw.compute;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Hold the widths of a layer's attention, summed over its heads, and in how many layers it is so. Layers without attention
 * that grows with the context are in none.
 *
 * @param layers     how many layers have this attention
 * @param keyWidth   numbers that a query is compared by with each token before it: heads times the size of a key
 * @param valueWidth numbers that are mixed of each token before it: heads times the size of a value
 * @param cacheWidth numbers that the cache holds of a token
 * @param window     how many tokens back a token looks at most; empty if at all of them
 * @param isChunked  whether the window begins anew after so many tokens, instead of moving along with each
 */
public record AttentionShape(int layers, long keyWidth, long valueWidth, long cacheWidth, OptionalLong window,
        boolean isChunked) {
    /** Refuse nulls. */
    public AttentionShape {
        Objects.requireNonNull(window, "window");
    }

    /** Give the same attention in another number of layers. */
    AttentionShape in(int count) {
        return new AttentionShape(count, keyWidth, valueWidth, cacheWidth, window, isChunked);
    }

    /** Sum how many tokens are looked at by those that follow the first {@code before} ones, up to the {@code last}. */
    public double looks(long before, long last) {
        long most = window.orElse(Long.MAX_VALUE);
        if (isChunked) {
            return chunked(last, most) - chunked(before, most);
        }
        long growing = Math.min(last, most);
        double sum = growing > before
                ? ((double) growing * (growing + 1) - (double) before * (before + 1)) / 2
                : 0;
        long capped = last - Math.max(before, growing);
        return capped > 0 ? sum + (double) capped * most : sum;
    }

    private static double chunked(long tokens, long chunk) {
        long whole = tokens / chunk;
        double rest = tokens % chunk;
        return whole * ((double) chunk * (chunk + 1) / 2) + rest * (rest + 1) / 2;
    }
}
