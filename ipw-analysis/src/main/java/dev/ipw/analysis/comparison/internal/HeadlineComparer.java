package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.statistics.Estimate;
import java.util.List;
import java.util.Optional;

/**
 * A comparison of a figure of two single runs as a whole. The queries of a run do not show its variation from run to
 * run, so the difference has no interval.
 */
final class HeadlineComparer {
    private HeadlineComparer() {}

    static Finding compare(ComparedDimension dimension, RunHeadline first, RunHeadline second,
            boolean ofSharedQuestions,
            SampleCounts ours, SampleCounts theirs) {
        double before = first.figure().value();
        double difference = second.figure().value() - before;
        Optional<Estimate> relative = Optional.of(difference / before).filter(Double::isFinite)
                .map(share -> new Estimate(share, RunHeadline.UNBOUNDED));
        StatisticComparison value = new StatisticComparison("value",
                new ComparedValue(first.figure(), Optional.empty()),
                new ComparedValue(second.figure(), Optional.empty()), new Estimate(difference, RunHeadline.UNBOUNDED),
                relative);
        return new Finding(dimension, ofSharedQuestions, ours, theirs, List.of(value), Optional.empty(), List.of(),
                Optional.empty(), "the figures of two runs, without an interval", false, Optional.empty());
    }
}
