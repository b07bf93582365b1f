package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.EffectSize;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Widening;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.record.Dimension;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The comparison in one dimension before the correction of probabilities for the number of comparisons. */
record Finding(ComparedDimension dimension, boolean paired, SampleCounts first, SampleCounts second,
        List<StatisticComparison> statistics, Optional<Estimate> shift, List<TestResult> tests,
        Optional<EffectSize> effectSize, String method, boolean isAllTheSame, Optional<Widening> widening) {
    static final double LEVEL = 0.95;
    static final long SEED = 20_240_917L;
    private static final long MIN = 6;
    /** The dimensions that queries share when they overlap, so that no query used them alone. */
    private static final Set<Optional<Dimension>> SHARED = Stream
            .of(Dimension.ENERGY_JOULES, Dimension.GPU_ENERGY_JOULES, Dimension.POWER_WATTS, Dimension.GPU_POWER_WATTS,
                    Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES)
            .map(Optional::of).collect(Collectors.toUnmodifiableSet());

    /** Returns the probability of the deciding test; empty where no test may decide. */
    OptionalDouble pValue(PairFindings pair) {
        return tests.isEmpty() || isOpen(pair)
                ? OptionalDouble.empty()
                : OptionalDouble.of(tests.getFirst().pValue());
    }

    /** Returns whether only repeated runs could decide, and there is one run on each side. */
    private boolean isOpen(PairFindings pair) {
        return dimension.restsOnTime() && pair.groups().areSingle();
    }

    /** Concludes with the corrected probability, if the runs allow it. */
    DimensionComparison concluded(OptionalDouble adjusted, PairFindings pair) {
        boolean isShare = pair.hasShares() && SHARED.contains(dimension.perQuery());
        Outcome outcome = outcome(adjusted, pair);
        String conclusion = new ConclusionText(this, pair, adjusted, isShare).of(outcome)
                + (dimension.restsOnTime() && pair.times() == Trust.DOUBTFUL ? " These times are DOUBTFUL." : "");
        return new DimensionComparison(isShare ? shared() : dimension, paired, first, second, statistics, shift, tests,
                adjusted,
                effectSize, widening.map(one -> method + "; " + new WideningText(one).method(paired)).orElse(method),
                widening, outcome,
                conclusion);
    }

    /** Returns the dimension of a share of the requests' joint use, for which neither direction is better. */
    private ComparedDimension shared() {
        return new ComparedDimension(dimension.label(), dimension.unit(), dimension.perQuery(),
                ComparedDimension.Better.NEITHER);
    }

    /** Describes by how much dependent queries widened the interval; empty for a small widening. */
    Optional<String> widened(PairFindings pair) {
        return isOpen(pair)
                ? Optional.empty()
                : widening.map(WideningText::new).filter(WideningText::isReported).map(one -> dimension.label()
                        + ": " + pair.dependence() + ", " + one.where(this, pair) + ", so intervals are " + one.times()
                        + " times as wide as those of independent queries"
                        + (tests.isEmpty() ? "" : ", and the test allows for it"));
    }

    private Outcome outcome(OptionalDouble adjusted, PairFindings pair) {
        if (dimension.restsOnTime() && pair.times() == Trust.INVALID) {
            return Outcome.INVALID_TIMES;
        }
        if (pair.tooLittle().containsKey(dimension)) {
            return Outcome.PARTLY_KNOWN;
        }
        if (isOpen(pair)) {
            return Outcome.SINGLE_RUNS;
        }
        if (fewest() < MIN) {
            return Outcome.TOO_FEW;
        }
        boolean apart = excludesZero();
        boolean tested = adjusted.isEmpty() ? apart : adjusted.getAsDouble() < 1 - LEVEL;
        if (isAllTheSame || (isNothing() && !tested)) {
            return Outcome.SAME;
        }
        if (repeats(pair)) {
            return Outcome.UNCLEAR;
        }
        if (apart && tested && widening.map(WideningText::new).filter(WideningText::leavesTooFew).isEmpty()) {
            return interval().low() > 0 ? Outcome.HIGHER : Outcome.LOWER;
        }
        return apart || tested ? Outcome.UNCLEAR : Outcome.NOT_SHOWN;
    }

    /** Returns whether the interval of the difference excludes zero. */
    boolean excludesZero() {
        return interval().low() > 0 || interval().high() < 0;
    }

    /** Returns whether there is no difference even by chance: 95 % of the resamples of the queries have none. */
    private boolean isNothing() {
        return interval().low() == 0 && interval().high() == 0;
    }

    /** Returns whether all runs differ by the same amount, so that they do not show the effect of chance. */
    boolean repeats(PairFindings pair) {
        return !pair.groups().areSingle() && interval().low() == interval().high();
    }

    private Interval interval() {
        return statistics.getFirst().difference().interval();
    }

    long fewest() {
        return Math.min(first.used(), second.used());
    }
}
