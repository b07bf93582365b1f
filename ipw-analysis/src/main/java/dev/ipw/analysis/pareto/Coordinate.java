package dev.ipw.analysis.pareto;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.statistics.MeanResamples;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Objects;
import java.util.Optional;

/**
 * The position of a run on one axis.
 *
 * @param value    the figure
 * @param interval its interval; empty with too few queries
 */
record Coordinate(double value, Optional<Interval> interval) {
    private static final double LEVEL = 0.95;
    private static final long SEED = 20_261_121L;

    /** Rejects nulls. */
    Coordinate {
        Objects.requireNonNull(interval, "interval");
    }

    static Coordinate of(Estimate estimate) {
        return new Coordinate(estimate.value(), Optional.of(estimate.interval()));
    }

    /** Returns the mean cost of the queries. A single query has no interval. */
    static Optional<Coordinate> mean(double[] queries) {
        if (queries.length == 0) {
            return Optional.empty();
        }
        if (queries.length == 1) {
            return Optional.of(new Coordinate(queries[0], Optional.empty()));
        }
        Estimate mean = MeanResamples.of(SEED, queries).figure(means -> means[0]).estimate(LEVEL).orElseThrow();
        return Optional.of(of(mean));
    }

    static AnalysisValue value(Optional<Coordinate> known) {
        return known.map(one -> AnalysisValue.of(one.value(), one.interval())).orElse(AnalysisValue.absent());
    }
}
