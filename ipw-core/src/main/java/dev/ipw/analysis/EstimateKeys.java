package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.statistics.Estimate;
import java.util.Optional;

/** Write an estimate under three keys: its own, and it with {@code _low} and {@code _high} behind it. */
final class EstimateKeys {
    private EstimateKeys() {}

    static TreeBuilder put(TreeBuilder tree, String key, Optional<Estimate> estimate) {
        return tree.put(key, estimate.map(Estimate::value))
                .put(key + "_low", estimate.map(known -> known.interval().low()))
                .put(key + "_high", estimate.map(known -> known.interval().high()));
    }
}
