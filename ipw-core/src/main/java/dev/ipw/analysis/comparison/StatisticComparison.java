package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Estimate;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold one statistic of two runs and its difference, second minus first.
 *
 * @param statistic  {@code median}, {@code p90}, {@code p99}, or {@code value} for what only a run has
 * @param first      the first run's
 * @param second     the second run's
 * @param difference second - first, with its interval
 * @param relative   difference / first as a share of one, with its interval; empty where the first is or may be zero
 */
public record StatisticComparison(String statistic, ComparedValue first, ComparedValue second, Estimate difference,
        Optional<Estimate> relative) {
    /** Refuse nulls. */
    public StatisticComparison {
        Objects.requireNonNull(statistic, "statistic");
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Objects.requireNonNull(difference, "difference");
        Objects.requireNonNull(relative, "relative");
    }
}
