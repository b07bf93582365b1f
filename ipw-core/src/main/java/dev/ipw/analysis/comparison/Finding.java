package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.TestResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What was found in one dimension before probabilities are corrected for how much was compared. */
record Finding(ComparedDimension dimension, boolean paired, SampleCounts first, SampleCounts second,
        List<StatisticComparison> statistics, Optional<Estimate> shift, List<TestResult> tests,
        Optional<EffectSize> effectSize, String method, boolean isAllTheSame) {
    static final double LEVEL = 0.95;
    static final long SEED = 20_240_917L;
    private static final long FEWEST = 6;

    /** Give the probability of the test that decides. */
    OptionalDouble pValue() {
        return tests.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(tests.getFirst().pValue());
    }

    /** Conclude with the corrected probability. */
    DimensionComparison concluded(OptionalDouble adjusted, PairFindings pair) {
        Outcome outcome = outcome(adjusted);
        String mark = pair.hasInvalidTimes() && isOfTime() ? "INVALID times: " : "";
        String verdict = mark
                + new VerdictText(dimension, statistics.getFirst(), pair.first(), pair.second(), adjusted)
                        .of(outcome, tests, Math.min(first.used(), second.used()));
        return new DimensionComparison(dimension, paired, first, second, statistics, shift, tests, adjusted,
                effectSize, method, outcome, verdict);
    }

    private boolean isOfTime() {
        return dimension.unit().equals("s") || dimension.unit().equals("tokens/s");
    }

    private Outcome outcome(OptionalDouble adjusted) {
        if (Math.min(first.used(), second.used()) < FEWEST) {
            return Outcome.TOO_FEW;
        }
        if (isAllTheSame) {
            return Outcome.SAME;
        }
        Interval interval = statistics.getFirst().difference().interval();
        boolean apart = interval.low() > 0 || interval.high() < 0;
        boolean tested = adjusted.isEmpty() ? apart : adjusted.getAsDouble() < 1 - LEVEL;
        if (apart && tested) {
            return interval.low() > 0 ? Outcome.HIGHER : Outcome.LOWER;
        }
        return apart || tested ? Outcome.UNCLEAR : Outcome.NOT_SHOWN;
    }
}
