package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.HodgesLehmann;
import dev.ipw.statistics.KolmogorovSmirnov;
import dev.ipw.statistics.MannWhitney;
import dev.ipw.statistics.QuantileEstimate;
import dev.ipw.statistics.QuantileResamples;
import dev.ipw.statistics.Resampled;
import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.WilcoxonSignedRank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/** Compare a figure that every query has one of. */
record QuantityComparer(ComparedDimension dimension, ComparedSample sample, boolean isPaired) {
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};
    private static final List<String> NAMES = List.of("median", "p90", "p99");

    Finding compare() {
        return new Finding(dimension, isPaired, sample.firstCounts(), sample.secondCounts(), statistics(),
                Optional.of(shift()), tests(), Optional.of(effectSize()), method(), sample.isAllTheSame());
    }

    private String method() {
        boolean drawn = Math.max(sample.first().length, sample.second().length) <= QuantileResamples.MOST_DRAWN;
        return "BCa of " + Resampled.RESAMPLES + " resamples"
                + (drawn
                        ? ""
                        : ", order statistics above " + QuantileResamples.MOST_DRAWN
                                + " queries drawn from their index law")
                + "; Hodges-Lehmann by selection";
    }

    private List<StatisticComparison> statistics() {
        double[] first = sorted(sample.first());
        double[] second = sorted(sample.second());
        List<Resampled> ours;
        List<Resampled> theirs;
        if (isPaired) {
            List<List<Resampled>> both = QuantileResamples.ofPairs(sample.first(), sample.second(), PROBABILITIES,
                    Finding.SEED);
            ours = both.get(0);
            theirs = both.get(1);
        } else {
            ours = QuantileResamples.of(sample.first(), PROBABILITIES, Finding.SEED);
            theirs = QuantileResamples.of(sample.second(), PROBABILITIES, Finding.SEED + 1);
        }
        List<StatisticComparison> statistics = new ArrayList<>();
        for (int index = 0; index < NAMES.size(); index++) {
            Optional<QuantileEstimate> exact = QuantileEstimate.ofSorted(first, PROBABILITIES[index]);
            Optional<QuantileEstimate> exactToo = QuantileEstimate.ofSorted(second, PROBABILITIES[index]);
            // The median is always there; a tail only where both samples reach it.
            if (index == 0 || (exact.isPresent() && exactToo.isPresent())) {
                statistics.add(new StatisticComparison(NAMES.get(index), value(ours.get(index), exact),
                        value(theirs.get(index), exactToo),
                        joined(ours.get(index), theirs.get(index), (one, other) -> other - one).orElseThrow(),
                        joined(ours.get(index), theirs.get(index), (one, other) -> (other - one) / one)));
            }
        }
        return statistics;
    }

    private Optional<Estimate> joined(Resampled first, Resampled second, DoubleBinaryOperator figure) {
        Resampled both = isPaired
                ? Resampled.ofPairs(first, second, figure)
                : Resampled.ofIndependent(first, second, figure);
        return both.estimate(Finding.LEVEL);
    }

    private static ComparedValue value(Resampled resampled, Optional<QuantileEstimate> exact) {
        return new ComparedValue(resampled.estimate(Finding.LEVEL).orElseThrow(), exact);
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private Estimate shift() {
        return isPaired
                ? HodgesLehmann.location(sample.differences(), Finding.LEVEL)
                : HodgesLehmann.shift(sample.first(), sample.second(), Finding.LEVEL);
    }

    private List<TestResult> tests() {
        return isPaired
                ? List.of(WilcoxonSignedRank.test(sample.differences()))
                : List.of(MannWhitney.test(sample.first(), sample.second()),
                        KolmogorovSmirnov.test(sample.first(), sample.second()));
    }

    private EffectSize effectSize() {
        return isPaired
                ? new EffectSize("rank-biserial", WilcoxonSignedRank.rankBiserial(sample.differences()))
                : new EffectSize("Cliff's delta", MannWhitney.cliffsDelta(sample.first(), sample.second()));
    }
}
