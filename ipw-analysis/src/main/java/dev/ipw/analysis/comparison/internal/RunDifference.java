package dev.ipw.analysis.comparison.internal;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The difference of a figure between the runs of two configurations, in which each run counts once. */
interface RunDifference {
    /** The interval that adds no chance among questions. */
    Interval NOTHING = new Interval(0, 0, Finding.LEVEL);
    /** A relative difference below this is rounding. */
    double ROUNDING = 1e-9;

    /** Returns the figure of each run of the first configuration. */
    double[] first();

    /** Returns the figure of each run of the second. */
    double[] second();

    /** Returns the minimum reach of the interval below and above the difference, in the figure's unit. */
    Interval least();

    /** Returns second - first, with its interval. */
    Estimate absolute();

    /** Tests against no difference; empty where the runs show no chance. */
    Optional<TestResult> tested();

    /** Returns the size below which a deviation is rounding. */
    default double rounding() {
        return ROUNDING * DoubleStream.concat(Arrays.stream(first()), Arrays.stream(second())).map(Math::abs).max()
                .orElseThrow();
    }

    /** Returns the difference as a share of the first's mean; empty where that is not above zero. */
    default Optional<Estimate> relative() {
        double mean = Arrays.stream(first()).average().orElseThrow();
        return mean > 0 ? Optional.of(absolute().dividedBy(mean)) : Optional.empty();
    }

    /** Returns whether all figures are equal, and nothing else shows chance. */
    default boolean isAllTheSame() {
        return least().equals(NOTHING)
                && DoubleStream.concat(Arrays.stream(first()), Arrays.stream(second())).distinct().count() == 1;
    }
}
