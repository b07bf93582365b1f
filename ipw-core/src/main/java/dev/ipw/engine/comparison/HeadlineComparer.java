package dev.ipw.engine.comparison;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Widening;
import dev.ipw.engine.statistics.Dependence;
import dev.ipw.engine.statistics.MeanResamples;
import dev.ipw.engine.statistics.QuantileResamples;
import dev.ipw.engine.statistics.Resampled;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compare a figure of two runs as a whole: the headlines, and their difference with what the queries tell of chance and the joules'
 * own doubt. Query stands against query only where every query has a partner, since a headline is of all of them. There is no
 * rank test of a ratio of means: the interval alone decides.
 */
final class HeadlineComparer {
    private final ComparedDimension dimension;
    private final RunHeadline first;
    private final RunHeadline second;
    private final List<ComparedSample> samples;
    private final boolean isPaired;

    HeadlineComparer(ComparedDimension dimension, RunHeadline first, RunHeadline second, RunPairing pairing) {
        this.dimension = dimension;
        this.first = first;
        this.second = second;
        List<ComparedSample> asPaired = samples(pairing);
        isPaired = pairing.isPaired() && asPaired.stream()
                .allMatch(one -> one.firstCounts().unpaired() == 0 && one.secondCounts().unpaired() == 0);
        samples = isPaired ? asPaired : samples(pairing.apart());
    }

    private List<ComparedSample> samples(RunPairing pairing) {
        return IntStream.range(0, Math.min(first.columns().size(), second.columns().size()))
                .mapToObj(column -> ComparedSample.of(pairing, first.columns().get(column),
                        second.columns().get(column), false))
                .toList();
    }

    Finding compare(long firstQueries, long secondQueries) {
        return first.isDrawn() && second.isDrawn() ? drawn() : figures(firstQueries, secondQueries);
    }

    /** Set figures side by side whose variation between runs is unknown. */
    private Finding figures(long firstQueries, long secondQueries) {
        double difference = second.figure().value() - first.figure().value();
        Optional<Estimate> relative = Optional.of(difference / first.figure().value()).filter(Double::isFinite)
                .map(share -> new Estimate(share, RunHeadline.UNBOUNDED));
        return finding(new SampleCounts(firstQueries, 0, 0, 0), new SampleCounts(secondQueries, 0, 0, 0),
                new Estimate(difference, RunHeadline.UNBOUNDED), relative,
                "the figures of two runs, without an interval",
                Optional.empty());
    }

    private Finding finding(SampleCounts ours, SampleCounts theirs, Estimate difference, Optional<Estimate> relative,
            String method, Optional<Widening> widening) {
        StatisticComparison value = new StatisticComparison("value",
                new ComparedValue(first.figure(), Optional.empty()),
                new ComparedValue(second.figure(), Optional.empty()), difference, relative);
        return new Finding(dimension, isPaired, ours, theirs, List.of(value), Optional.empty(), List.of(),
                Optional.empty(), method, false, widening);
    }

    private Finding drawn() {
        List<double[]> ours = samples.stream().map(ComparedSample::first).toList();
        List<double[]> theirs = samples.stream().map(ComparedSample::second).toList();
        Resampled one;
        Resampled other;
        if (isPaired) {
            MeanResamples both = MeanResamples.of(Finding.SEED,
                    Stream.concat(ours.stream(), theirs.stream()).toArray(double[][]::new));
            one = first.drawn(both, ours, 0);
            other = second.drawn(both, theirs, ours.size());
        } else {
            one = first.drawn(MeanResamples.of(Finding.SEED, ours.toArray(double[][]::new)), ours, 0);
            other = second.drawn(MeanResamples.of(Finding.SEED + 1, theirs.toArray(double[][]::new)), theirs, 0);
        }
        Dependence ofFirst = RunHeadline.dependence(ours, first.figure().value(),
                samples.getFirst().firstQuestions());
        Dependence ofSecond = RunHeadline.dependence(theirs, second.figure().value(),
                samples.getFirst().secondQuestions());
        Dependence both = together(one, ofFirst, other, ofSecond);
        double factor = both.wideningFactor(Finding.LEVEL);
        double value = first.figure().value();
        double valueToo = second.figure().value();
        Estimate difference = joined(one, other, (our, their) -> their - our).widened(factor)
                .estimate(Finding.LEVEL).map(estimate -> doubted(estimate, value, valueToo))
                .orElse(new Estimate(valueToo - value, RunHeadline.UNBOUNDED));
        Optional<Estimate> relative = joined(one, other, (our, their) -> (their - our) / our).widened(factor)
                .estimate(Finding.LEVEL).map(this::doubtedShare);
        boolean isDrawn = Math.max(ours.getFirst().length, theirs.getFirst().length) <= QuantileResamples.MOST_DRAWN;
        return finding(samples.getFirst().firstCounts(), samples.getFirst().secondCounts(), difference, relative,
                "BCa of " + Resampled.RESAMPLES + " resamples" + (isDrawn ? "" : ", means drawn from their normal law"),
                WideningText.of(factor, isPaired ? both : ofFirst, isPaired ? both : ofSecond));
    }

    private Dependence together(Resampled one, Dependence ofFirst, Resampled other, Dependence ofSecond) {
        double error = one.standardError();
        double errorToo = other.standardError();
        if (!isPaired) {
            return Dependence.together(ofFirst, error * error, ofSecond, errorToo * errorToo);
        }
        double[] ours = RunHeadline.influences(samples.stream().map(ComparedSample::first).toList(),
                first.figure().value());
        double[] apart = RunHeadline.influences(samples.stream().map(ComparedSample::second).toList(),
                second.figure().value());
        Arrays.setAll(apart, pair -> apart[pair] - ours[pair]);
        Dependence strongest = samples.getFirst().ofPairs(apart);
        for (ComparedSample sample : samples) {
            strongest = strongest.orStronger(sample.inOrder(sample.differences()));
        }
        return strongest;
    }

    private Resampled joined(Resampled one, Resampled other, DoubleBinaryOperator figure) {
        return isPaired ? Resampled.ofPairs(one, other, figure) : Resampled.ofIndependent(one, other, figure);
    }

    /** Widen by the doubt of both runs' joules: what is bounded adds up, what is unsure does as the root of squares. */
    private Estimate doubted(Estimate difference, double ofFirst, double ofSecond) {
        double unsure = Math.hypot(ofFirst * first.unsure(), ofSecond * second.unsure());
        double low = Math.hypot(difference.value() - difference.interval().low(), unsure)
                + ofSecond * second.below() + ofFirst * first.above();
        double high = Math.hypot(difference.interval().high() - difference.value(), unsure)
                + ofSecond * second.above() + ofFirst * first.below();
        return new Estimate(difference.value(),
                new Interval(difference.value() - low, difference.value() + high, Finding.LEVEL));
    }

    /**
     * Widen a relative difference by the doubt of both runs' joules, so that it leaves zero out where the difference does: what
     * is bounded multiplies the quotient of both figures and divides it, and nothing falls by more than all of it.
     */
    private Estimate doubtedShare(Estimate relative) {
        double quotient = 1 + relative.value();
        double unsure = Math.abs(quotient) * Math.hypot(first.unsure(), second.unsure());
        double low = quotient - Math.hypot(relative.value() - relative.interval().low(), unsure);
        double high = quotient + Math.hypot(relative.interval().high() - relative.value(), unsure);
        double least = Math.max(0, low) * (1 - second.below()) / (1 + first.above()) - 1;
        double most = first.below() < 1
                ? high * (1 + second.above()) / (1 - first.below()) - 1
                : Double.POSITIVE_INFINITY;
        return new Estimate(relative.value(), new Interval(Math.min(least, relative.value()),
                Math.max(most, relative.value()), Finding.LEVEL));
    }
}
