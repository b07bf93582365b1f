package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.EffectSize;
import dev.ipw.analysis.comparison.DimensionComparison.Widening;
import dev.ipw.analysis.statistics.HodgesLehmann;
import dev.ipw.analysis.statistics.KolmogorovSmirnov;
import dev.ipw.analysis.statistics.MannWhitney;
import dev.ipw.analysis.statistics.QuantileResamples;
import dev.ipw.analysis.statistics.Resampled;
import dev.ipw.analysis.statistics.WilcoxonSignedRank;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A comparison of a figure that every query has. */
record QuantityComparer(ComparedDimension dimension, ComparedSample sample, boolean isPaired) {
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};
    private static final List<String> NAMES = List.of("median", "p90", "p99");

    Finding compare() {
        Ranks ranks = ranks();
        List<QuantileDifference> quantiles = quantiles(ranks);
        Optional<Widening> widening = WideningText.of(quantiles.getFirst().factor(), ranks.first(), ranks.second());
        return new Finding(dimension, isPaired, sample.firstCounts(), sample.secondCounts(),
                quantiles.stream().map(QuantileDifference::statistic).toList(), Optional.of(shift(ranks)),
                tests(ranks), Optional.of(effectSize()), method(), sample.isAllTheSame(), widening);
    }

    /** The dependence of the terms of the rank tests; for pairs both are the same. */
    record Ranks(Dependence first, Dependence second) {}

    private Ranks ranks() {
        if (isPaired) {
            Dependence ofPairs = sample.ofPairs(WilcoxonSignedRank.signedRanks(sample.differences()));
            return new Ranks(ofPairs, ofPairs);
        }
        return new Ranks(sample.ofFirst(MannWhitney.ranks(sample.first())),
                sample.ofSecond(MannWhitney.ranks(sample.second())));
    }

    private String method() {
        boolean drawn = Math.max(sample.first().length, sample.second().length) <= QuantileResamples.MAX_DRAWN;
        return "BCa of " + Resampled.RESAMPLES + " resamples"
                + (drawn
                        ? ""
                        : ", order statistics above " + QuantileResamples.MAX_DRAWN
                                + " queries drawn from their index law")
                + "; Hodges-Lehmann by selection";
    }

    private List<QuantileDifference> quantiles(Ranks ranks) {
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
        List<QuantileDifference> quantiles = new ArrayList<>();
        for (int index = 0; index < NAMES.size(); index++) {
            QuantileDifference one = new QuantileDifference(NAMES.get(index), PROBABILITIES[index], sample, isPaired,
                    ranks, ours.get(index), theirs.get(index), first, second);
            // The median always exists; a tail only where both samples reach it.
            if (index == 0 || one.isReached()) {
                quantiles.add(one);
            }
        }
        return quantiles;
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private Estimate shift(Ranks ranks) {
        return isPaired
                ? HodgesLehmann.location(sample.differences(), ranks.first(), Finding.LEVEL)
                : HodgesLehmann.shift(sample.first(), sample.second(), ranks.first(), ranks.second(), Finding.LEVEL);
    }

    private List<TestResult> tests(Ranks ranks) {
        return isPaired
                ? List.of(WilcoxonSignedRank.test(sample.differences(), ranks.first()))
                : List.of(MannWhitney.test(sample.first(), sample.second(), ranks.first(), ranks.second()),
                        KolmogorovSmirnov.test(sample.first(), sample.second(), ranks.first(), ranks.second()));
    }

    private EffectSize effectSize() {
        return isPaired
                ? new EffectSize("rank-biserial", WilcoxonSignedRank.rankBiserial(sample.differences()))
                : new EffectSize("Cliff's delta", MannWhitney.cliffsDelta(sample.first(), sample.second()));
    }
}
