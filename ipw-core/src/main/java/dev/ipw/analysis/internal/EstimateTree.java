package dev.ipw.analysis.internal;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.statistics.Estimate;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The form of estimates in files: {@code value}, {@code low}, {@code high} and {@code level}. */
public final class EstimateTree {
    private EstimateTree() {}

    /**
     * Returns an estimate as an object of a file.
     *
     * @param estimate the estimate
     * @return its value and interval
     */
    public static Map<String, @Nullable Object> of(Estimate estimate) {
        return TreeBuilder.object().put("value", estimate.value()).put("low", bound(estimate.interval().low()))
                .put("high", bound(estimate.interval().high())).put("level", estimate.interval().level()).build();
    }

    /**
     * Returns a bound of an interval. JSON has no infinite numbers.
     *
     * @param bound the bound
     * @return the bound; empty if it is infinite
     */
    public static OptionalDouble bound(double bound) {
        return Double.isFinite(bound) ? OptionalDouble.of(bound) : OptionalDouble.empty();
    }
}
