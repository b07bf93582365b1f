package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Optional;

/** Write an estimate under three keys: its own, and it with {@code _low} and {@code _high} behind it. */
public final class EstimateKeys {
    private EstimateKeys() {}

    /**
     * Put an estimate.
     *
     * @param tree     what is written
     * @param key      the figure's name
     * @param estimate the figure with its interval; empty for none
     * @return the tree
     */
    public static TreeBuilder put(TreeBuilder tree, String key, Optional<Estimate> estimate) {
        return put(tree, key, estimate.map(Estimate::value), estimate.map(Estimate::interval));
    }

    /**
     * Put a figure whose interval may not be known.
     *
     * @param tree     what is written
     * @param key      the figure's name
     * @param value    the figure; empty for none
     * @param interval its interval; a bound without end is written as absent
     * @return the tree
     */
    public static TreeBuilder put(TreeBuilder tree, String key, Optional<Double> value, Optional<Interval> interval) {
        return tree.put(key, value).put(key + "_low", interval.map(Interval::low).filter(Double::isFinite))
                .put(key + "_high", interval.map(Interval::high).filter(Double::isFinite));
    }
}
