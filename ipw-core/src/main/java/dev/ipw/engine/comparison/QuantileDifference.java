package dev.ipw.engine.comparison;

import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.engine.statistics.Dependence;
import dev.ipw.engine.statistics.Resampled;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.QuantileEstimate;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * Take one quantile of two samples apart, and widen what is said of it where values follow those before them or belong to one question: the variance of
 * a quantile is that of the share of values below it, so it is how these lie in time that counts. The ranks tell of a level that
 * moves before the few values of a tail do, so the stronger of both is taken.
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

    /** Takes resamples of both, and both samples in ascending order. */
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

    /** Each indicator counts by how far the quantile strays, so that what both samples share cancels as in the difference. */
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

    /** Returns whether both samples are large enough for a quantile so far out. */
    boolean isReached() {
        return Quantiles.reaches(sample.first().length, probability)
                && Quantiles.reaches(sample.second().length, probability);
    }

    /** Returns how many times wider the interval is than for independent values. */
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

    /** Nothing that is compared is below zero, so nothing falls by more than all of it. */
    static Estimate aboveMinusOne(Estimate relative) {
        return atLeast(relative, -1);
    }

    /** Lets an interval reach no further down than a bound, or than the figure if that is below it. */
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
