package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Dependence;
import dev.ipw.statistics.MeanResamples;
import dev.ipw.statistics.QuantileResamples;
import dev.ipw.statistics.Resampled;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/**
 * Compare intelligence per joule, accuracy over mean joules. There is no rank test of a ratio of means: the interval alone
 * decides.
 *
 * @param right    1 for a right and 0 for a wrong answer
 * @param joules   the joules of the same queries
 * @param isPaired true if the queries of both runs are pairs
 */
record IntelligenceComparer(ComparedSample right, ComparedSample joules, boolean isPaired) {

    Finding compare() {
        Resampled first;
        Resampled second;
        if (isPaired) {
            MeanResamples both = MeanResamples.of(Finding.SEED, right.first(), joules.first(), right.second(),
                    joules.second());
            first = both.figure(means -> means[0] / means[1]);
            second = both.figure(means -> means[2] / means[3]);
        } else {
            first = MeanResamples.of(Finding.SEED, right.first(), joules.first())
                    .figure(means -> means[0] / means[1]);
            second = MeanResamples.of(Finding.SEED + 1, right.second(), joules.second())
                    .figure(means -> means[0] / means[1]);
        }
        Dependence ofFirst = Dependence.of(influences(right.first(), joules.first(), first.value()))
                .orStronger(Dependence.of(joules.first())).orStronger(Dependence.of(right.first()));
        Dependence ofSecond = Dependence.of(influences(right.second(), joules.second(), second.value()))
                .orStronger(Dependence.of(joules.second())).orStronger(Dependence.of(right.second()));
        Dependence both = together(first, ofFirst, second, ofSecond);
        double factor = both.stretch(Finding.LEVEL);
        StatisticComparison ratio = new StatisticComparison("value", value(first, ofFirst),
                value(second, ofSecond),
                joined(first, second, (one, other) -> other - one).stretched(factor).estimate(Finding.LEVEL)
                        .orElseThrow(),
                joined(first, second, (one, other) -> (other - one) / one).stretched(factor).estimate(Finding.LEVEL));
        boolean drawn = Math.max(joules.first().length, joules.second().length) <= QuantileResamples.MOST_DRAWN;
        return new Finding(ComparedDimension.INTELLIGENCE_PER_JOULE, isPaired, joules.firstCounts(),
                joules.secondCounts(), List.of(ratio), Optional.empty(), List.of(), Optional.empty(),
                "BCa of " + Resampled.RESAMPLES + " resamples" + (drawn ? "" : ", means drawn from their normal law"),
                false, Widening.of(factor, isPaired ? both : ofFirst, isPaired ? both : ofSecond));
    }

    /** Give by how much each query moves the ratio, over the mean joules of a query. */
    private static double[] influences(double[] right, double[] joules, double ratio) {
        double[] influences = new double[right.length];
        double mean = Arrays.stream(joules).average().orElseThrow();
        Arrays.setAll(influences, query -> (right[query] - ratio * joules[query]) / mean);
        return influences;
    }

    private Dependence together(Resampled first, Dependence ofFirst, Resampled second, Dependence ofSecond) {
        double error = first.standardError();
        double errorToo = second.standardError();
        if (!isPaired) {
            return Dependence.together(ofFirst, error * error, ofSecond, errorToo * errorToo);
        }
        double[] apart = influences(right.second(), joules.second(), second.value());
        double[] ofFirstRun = influences(right.first(), joules.first(), first.value());
        Arrays.setAll(apart, pair -> apart[pair] - ofFirstRun[pair]);
        return joules.ofPairs(apart).orStronger(joules.ofPairs(joules.differences()))
                .orStronger(right.ofPairs(right.differences()));
    }

    private Resampled joined(Resampled first, Resampled second, DoubleBinaryOperator figure) {
        return isPaired
                ? Resampled.ofPairs(first, second, figure)
                : Resampled.ofIndependent(first, second, figure);
    }

    private static ComparedValue value(Resampled resampled, Dependence dependence) {
        return new ComparedValue(
                resampled.stretched(dependence.stretch(Finding.LEVEL)).estimate(Finding.LEVEL).orElseThrow(),
                Optional.empty());
    }

    /** Say whether chance among right and wrong answers cannot be seen, because there is only one kind. */
    static boolean isOneSided(double[] right) {
        return Arrays.stream(right).allMatch(one -> one == right[0]);
    }
}
