package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Estimate;
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
 * @param tests          the test that decides first; none for intelligence per joule
 * @param adjustedPValue the deciding test's probability by Holm's correction over everything that was compared
 * @param effectSize     how large the difference is beside the spread
 * @param method         how the intervals were made
 * @param widening       by how much intervals and tests were widened, because queries follow those before them
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
     * Return the statistic that the conclusion rests on.
     *
     * @return the median, or the one figure of the runs
     */
    public StatisticComparison main() {
        return statistics.getFirst();
    }

    /**
     * Find a statistic.
     *
     * @param name {@code median}, {@code p90}, {@code p99} or {@code value}
     * @return the statistic; empty if there are too few queries for it
     */
    public Optional<StatisticComparison> statistic(String name) {
        return statistics.stream().filter(one -> one.statistic().equals(name)).findFirst();
    }
}
