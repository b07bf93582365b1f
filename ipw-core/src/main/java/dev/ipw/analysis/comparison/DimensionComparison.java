package dev.ipw.analysis.comparison;

import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.TestResult;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * The comparison of two runs in one dimension.
 *
 * @param dimension      the dimension
 * @param paired         true if queries were paired by record id
 * @param first          the queries of the first run
 * @param second         the queries of the second run
 * @param statistics     median, and p90 and p99 where both runs have enough queries; or the one figure of the runs
 * @param shift          Hodges and Lehmann's estimate of the shift of the second run's figures
 * @param tests          the tests, the deciding one first; empty for a figure of single runs as a whole. Tests of
 *                       single runs are of chance among their queries, and decide on answers and counts only
 * @param adjustedPValue the deciding test's probability by Holm's correction over all compared dimensions
 * @param effectSize     the size of the difference relative to the spread
 * @param method         the method of the intervals
 * @param widening       the widening of intervals and tests, because queries depend on those before them or repeat a
 *                       question
 * @param outcome        the outcome
 * @param conclusion     the outcome in a sentence
 */
@API(status = API.Status.EXPERIMENTAL)
public record DimensionComparison(ComparedDimension dimension, boolean paired, SampleCounts first,
        SampleCounts second, List<StatisticComparison> statistics, Optional<Estimate> shift, List<TestResult> tests,
        OptionalDouble adjustedPValue, Optional<EffectSize> effectSize, String method,
        Optional<Widening> widening, Outcome outcome, String conclusion) {
    /** Copies the lists and rejects nulls. */
    public DimensionComparison {
        Objects.requireNonNull(dimension, "dimension");
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        statistics = List.copyOf(statistics);
        tests = List.copyOf(tests);
    }

    /**
     * Returns the statistic that the conclusion is based on.
     *
     * @return the median, or the one figure of the runs
     */
    public StatisticComparison main() {
        return statistics.getFirst();
    }

    /**
     * Finds a statistic.
     *
     * @param name {@code median}, {@code p90}, {@code p99} or {@code value}
     * @return the statistic; empty with too few queries
     */
    public Optional<StatisticComparison> statistic(String name) {
        return statistics.stream().filter(one -> one.statistic().equals(name)).findFirst();
    }

    /**
     * One statistic of two runs and its difference, second minus first.
     *
     * @param statistic  {@code median}, {@code p90}, {@code p99}, or {@code value} for a figure of the whole run
     * @param first      the first run's
     * @param second     the second run's
     * @param difference second - first, with its interval
     * @param relative   difference / first as a share of one, with its interval; empty where the first is or may be
     *                   zero
     */
    public record StatisticComparison(String statistic, ComparedValue first, ComparedValue second, Estimate difference,
            Optional<Estimate> relative) {
        /** Rejects nulls. */
        public StatisticComparison {
            Objects.requireNonNull(statistic, "statistic");
            Objects.requireNonNull(first, "first");
            Objects.requireNonNull(second, "second");
            Objects.requireNonNull(difference, "difference");
            Objects.requireNonNull(relative, "relative");
        }
    }

    /**
     * One statistic of one run.
     *
     * @param estimate        the statistic with its interval
     * @param orderStatistics for a quantile, the interval between order statistics, which holds for any distribution
     */
    public record ComparedValue(Estimate estimate, Optional<QuantileEstimate> orderStatistics) {
        /** Rejects nulls. */
        public ComparedValue {
            Objects.requireNonNull(estimate, "estimate");
            Objects.requireNonNull(orderStatistics, "orderStatistics");
        }
    }

    /**
     * The queries of a run in a comparison.
     *
     * @param used     queries whose figure is compared
     * @param absent   queries without a value: failed, or not measured
     * @param zeros    queries omitted because the figure is zero, where zero means that nothing was measured
     * @param unpaired queries omitted because the other run has no partner, or no value for it
     */
    public record SampleCounts(long used, long absent, long zeros, long unpaired) {}

    /**
     * The size of a difference relative to the spread of the queries.
     *
     * @param name  {@code rank-biserial} of pairs, {@code Cliff's delta} of independent samples, both from -1 to 1
     * @param value below 0 where the second run's figures are smaller
     */
    public record EffectSize(String name, double value) {
        private static final double SMALL = 0.147;
        private static final double MEDIUM = 0.33;
        private static final double LARGE = 0.474;

        /** Rejects nulls. */
        public EffectSize {
            Objects.requireNonNull(name, "name");
        }

        /**
         * Returns the size in a word, by the usual bounds of Cliff's delta (Romano and others, 2006).
         *
         * @return negligible, small, medium or large
         */
        public String word() {
            double size = Math.abs(value);
            return size < SMALL ? "negligible" : size < MEDIUM ? "small" : size < LARGE ? "medium" : "large";
        }
    }

    /**
     * The widening of intervals because of autocorrelated queries.
     *
     * @param factor        the width of the interval of the deciding difference relative to that of independent queries
     * @param firstQueries  the number of independent queries that are equivalent to those of the first run; for pairs,
     *                      of independent pairs
     * @param secondQueries the same of the second run
     */
    public record Widening(double factor, double firstQueries, double secondQueries) {}

    /** Formats the name of the dimension and the conclusion for a reader. */
    @Override
    public String toString() {
        return dimension.words() + ": " + conclusion;
    }

    /** The outcome of a comparison in one dimension. */
    public enum Outcome {
        /** Interval and test agree that the second run's figure is higher. */
        HIGHER,
        /** Interval and test agree that the second run's figure is lower. */
        LOWER,
        /** Neither interval nor test shows a difference. */
        NOT_SHOWN,
        /**
         * Interval and test disagree, or queries follow those before them so closely that too few independent ones
         * remain.
         */
        UNCLEAR,
        /**
         * The times of a run are not reliable, so there is no conclusion on figures that depend on time, joules
         * included.
         */
        INVALID_TIMES,
        /** All figures of both runs are equal, or the interval of the difference is zero at both ends. */
        SAME,
        /** Too few shares are known to represent those of all requests. */
        PARTLY_KNOWN,
        /**
         * A figure that depends on time or joules, with one run on each side: its variation from run to run is unknown.
         */
        SINGLE_RUNS,
        /** Fewer than six queries: the interval of a median is then one-sided. */
        TOO_FEW
    }
}
