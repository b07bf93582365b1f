package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.QuantileEstimate;
import dev.ipw.statistics.TestResult;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the comparison of two runs in one dimension.
 *
 * @param dimension      what was compared
 * @param paired         true if queries were paired by record id
 * @param first          which queries of the first run
 * @param second         which queries of the second run
 * @param statistics     median, and p90 and p99 where both runs have the queries for it; or the one figure of the runs
 * @param shift          Hodges and Lehmann's estimate of by how much the second run's figures are shifted
 * @param tests          the test that decides first; none for a figure of single runs as a whole. Tests of single runs are of chance
 *                       among their queries, and decide on answers and counts only
 * @param adjustedPValue the deciding test's probability by Holm's correction over everything that was compared
 * @param effectSize     how large the difference is beside the spread
 * @param method         how the intervals were made
 * @param widening       by how much intervals and tests were widened, because queries follow those before them or repeat a
 *                       question
 * @param outcome        what it came to
 * @param conclusion     the same in a sentence
 */
public record DimensionComparison(ComparedDimension dimension, boolean paired, SampleCounts first,
        SampleCounts second, List<StatisticComparison> statistics, Optional<Estimate> shift, List<TestResult> tests,
        OptionalDouble adjustedPValue, Optional<EffectSize> effectSize, String method,
        Optional<Widening> widening, Outcome outcome, String conclusion) {
    /** Copy the lists and refuse nulls. */
    public DimensionComparison {
        Objects.requireNonNull(dimension, "dimension");
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        statistics = List.copyOf(statistics);
        tests = List.copyOf(tests);
    }

    /**
     * Returns the statistic that the conclusion rests on.
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
     * @return the statistic; empty if there are too few queries for it
     */
    public Optional<StatisticComparison> statistic(String name) {
        return statistics.stream().filter(one -> one.statistic().equals(name)).findFirst();
    }

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

    /**
     * Count which queries of a run are in a comparison.
     *
     * @param used     queries whose figure is compared
     * @param absent   queries without the figure: failed, or not measured
     * @param zeros    queries left out because the figure is zero, where zero means that nothing was seen
     * @param unpaired queries left out because the other run has no partner, or none with the figure
     */
    public record SampleCounts(long used, long absent, long zeros, long unpaired) {}

    /**
     * Hold the size of a difference relative to the spread of the queries.
     *
     * @param name  {@code rank-biserial} of pairs, {@code Cliff's delta} of independent samples, both from -1 to 1
     * @param value below 0 where the second run's figures are smaller
     */
    public record EffectSize(String name, double value) {
        private static final double SMALL = 0.147;
        private static final double MEDIUM = 0.33;
        private static final double LARGE = 0.474;

        /** Refuse nulls. */
        public EffectSize {
            Objects.requireNonNull(name, "name");
        }

        /**
         * Puts the size into a word, by the usual bounds of Cliff's delta (Romano and others, 2006).
         *
         * @return negligible, small, medium or large
         */
        public String word() {
            double size = Math.abs(value);
            return size < SMALL ? "negligible" : size < MEDIUM ? "small" : size < LARGE ? "medium" : "large";
        }
    }

    /**
     * Hold how much intervals were widened because of autocorrelated queries.
     *
     * @param factor        by how much the interval of the deciding difference is wider than that of independent queries
     * @param firstQueries  how many independent queries those of the first run are worth; of pairs, how many pairs
     * @param secondQueries the same of the second run
     */
    public record Widening(double factor, double firstQueries, double secondQueries) {}

    /** The outcome of a comparison in one dimension. */
    public enum Outcome {
        /** Interval and test agree that the second run's is higher. */
        HIGHER,
        /** Interval and test agree that the second run's is lower. */
        LOWER,
        /** Neither interval nor test shows a difference. */
        NOT_SHOWN,
        /** Interval and test disagree, or queries follow those before them so closely that too few independent ones are left. */
        UNCLEAR,
        /** The times of a run are not to be trusted, so nothing is concluded about what rests on time, joules among it. */
        INVALID_TIMES,
        /** Every figure of both runs is the same, or the interval of the difference is zero at both ends. */
        SAME,
        /** Too few shares are known to represent those of all requests. */
        PARTLY_KNOWN,
        /** A figure that rests on time or joules, of one run each: how it varies from run to run is unknown. */
        SINGLE_RUNS,
        /** Fewer than six queries: no interval of a median has two sides then. */
        TOO_FEW
    }
}
