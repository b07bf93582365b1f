package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.statistics.Resampled;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * The difference of one quantile of two samples, widened where values depend on those before them or belong to one
 * question. The variance of a quantile is that of the share of values below it, so the order of these in time counts.
 * The ranks show a moving level before the few values of a tail do, so the stronger dependence of both is used.
 */
final class QuantileDifference {
    private final String name;
    private final double probability;
    private final ComparedSample sample;
    private final boolean isPaired;
    private final Resampled ours;
    private final Resampled theirs;
    private final double[] below;
    private final double[] belowToo;
    private final Dependence first;
    private final Dependence second;
    private final Optional<QuantileEstimate> exact;
    private final Optional<QuantileEstimate> exactToo;
    private final double factor;

    /** Takes resamples of both samples, and both samples in ascending order. */
    QuantileDifference(String name, double probability, ComparedSample sample, boolean isPaired,
            QuantityComparer.Ranks ranks, Resampled ours, Resampled theirs, double[] sorted, double[] sortedToo) {
        this.name = name;
        this.probability = probability;
        this.sample = sample;
        this.isPaired = isPaired;
        this.ours = ours;
        this.theirs = theirs;
        below = below(sample.first(), ours.value());
        belowToo = below(sample.second(), theirs.value());
        first = isPaired ? sample.ofPairs(below) : sample.ofFirst(below).orStronger(ranks.first());
        second = isPaired ? sample.ofPairs(belowToo) : sample.ofSecond(belowToo).orStronger(ranks.second());
        exact = QuantileEstimate.ofSorted(sorted, probability, first.worth(sorted.length));
        exactToo = QuantileEstimate.ofSorted(sortedToo, probability, second.worth(sortedToo.length));
        factor = together(ranks).wideningFactor(Finding.LEVEL);
    }

    private static double[] below(double[] values, double quantile) {
        return Arrays.stream(values).map(value -> value < quantile ? 1 : value > quantile ? 0 : 0.5).toArray();
    }

    /**
     * Returns the joint dependence. Each indicator is weighted by the deviation of its quantile, so that effects common
     * to both samples cancel as in the difference.
     */
    private Dependence together(QuantityComparer.Ranks ranks) {
        double error = ours.standardError();
        double errorToo = theirs.standardError();
        if (!isPaired) {
            return Dependence.together(first, error * error, second, errorToo * errorToo);
        }
        double[] influences = new double[below.length];
        Arrays.setAll(influences, pair -> error * below[pair] - errorToo * belowToo[pair]);
        return sample.ofPairs(influences).orStronger(ranks.first());
    }

    /** Returns whether both samples are large enough for this quantile. */
    boolean isReached() {
        return Quantiles.reaches(sample.first().length, probability)
                && Quantiles.reaches(sample.second().length, probability);
    }

    /** Returns the width of the interval relative to that for independent values. */
    double factor() {
        return factor;
    }

    StatisticComparison statistic() {
        return new StatisticComparison(name, value(ours, first, exact), value(theirs, second, exactToo),
                joined((one, other) -> other - one).orElseThrow(),
                joined((one, other) -> (other - one) / one).map(QuantileDifference::aboveMinusOne));
    }

    private Optional<Estimate> joined(DoubleBinaryOperator figure) {
        Resampled both = isPaired
                ? Resampled.ofPairs(ours, theirs, figure)
                : Resampled.ofIndependent(ours, theirs, figure);
        return both.widened(factor).estimate(Finding.LEVEL);
    }

    /** Limits a relative difference: no compared figure is negative, so none falls by more than all of it. */
    static Estimate aboveMinusOne(Estimate relative) {
        return atLeast(relative, -1);
    }

    /** Raises the lower end of an interval to a bound, or to the figure if that is below the bound. */
    static Estimate atLeast(Estimate estimate, double least) {
        Interval interval = estimate.interval();
        return new Estimate(estimate.value(),
                new Interval(Math.max(Math.min(least, estimate.value()), interval.low()), interval.high(),
                        interval.level()));
    }

    private static ComparedValue value(Resampled resampled, Dependence dependence, Optional<QuantileEstimate> exact) {
        Estimate estimate = resampled.widened(dependence.wideningFactor(Finding.LEVEL)).estimate(Finding.LEVEL)
                .orElseThrow();
        return new ComparedValue(atLeast(estimate, 0), exact);
    }
}
