package dev.ipw.compute;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Hold the widths of one layer's attention, summed over its heads.
 *
 * @param keyWidth   numbers that a query is compared by with each token before it: heads times the size of a key
 * @param valueWidth numbers that are mixed of each token before it: heads times the size of a value
 * @param cacheWidth numbers that the cache holds of a token
 * @param window     how many tokens back a token looks at most; empty if at all of them
 */
public record AttentionShape(long keyWidth, long valueWidth, long cacheWidth, OptionalLong window) {
    /** Refuse nulls. */
    public AttentionShape {
        Objects.requireNonNull(window, "window");
    }

    /** Sum how many tokens are looked at by those that follow the first {@code before} ones, up to the {@code last}. */
    double looks(long before, long last) {
        long most = window.orElse(Long.MAX_VALUE);
        long growing = Math.min(last, most);
        double sum = growing > before
                ? ((double) growing * (growing + 1) - (double) before * (before + 1)) / 2
                : 0;
        long capped = last - Math.max(before, growing);
        return capped > 0 ? sum + (double) capped * most : sum;
    }
}
