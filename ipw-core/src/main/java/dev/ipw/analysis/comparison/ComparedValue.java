package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.QuantileEstimate;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold one statistic of one run.
 *
 * @param estimate        the statistic with its interval
 * @param orderStatistics for a quantile, the interval between order statistics, which holds for any distribution
 */
public record ComparedValue(Estimate estimate, Optional<QuantileEstimate> orderStatistics) {
    /** Refuse nulls. */
    public ComparedValue {
        Objects.requireNonNull(estimate, "estimate");
        Objects.requireNonNull(orderStatistics, "orderStatistics");
    }
}
