package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.ComparedValue;
import dev.ipw.analysis.comparison.DimensionComparison.StatisticComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Widening;
import dev.ipw.analysis.statistics.McNemar;
import dev.ipw.analysis.statistics.ProportionDifference;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.TestResult;
import dev.ipw.statistics.internal.Dependence;
import dev.ipw.statistics.internal.Proportion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A comparison of the shares of right answers; the figures are 1 for a right and 0 for a wrong answer.
 *
 * @param sample   the answers
 * @param isPaired whether answer is compared with answer
 */
record AccuracyComparer(ComparedSample sample, boolean isPaired) {

    Finding compare() {
        Proportion first = proportion(sample.first());
        Proportion second = proportion(sample.second());
        Dependence ofFirst = sample.ofFirst(sample.first());
        Dependence ofSecond = sample.ofSecond(sample.second());
        Dependence ofPairs = isPaired ? sample.ofPairs(sample.differences()) : Dependence.none(0);
        Estimate difference = isPaired
                ? ProportionDifference.ofPairs(pairs(1, 1), pairs(1, 0), pairs(0, 1), pairs(0, 0), ofPairs,
                        Finding.LEVEL)
                : ProportionDifference.ofIndependent(first, second, ofFirst, ofSecond, Finding.LEVEL);
        TestResult test = isPaired
                ? McNemar.test(pairs(1, 0), pairs(0, 1), ofPairs)
                : ProportionDifference.test(first, second, ofFirst, ofSecond);
        Optional<Estimate> relative = first.successes() == 0
                ? Optional.empty()
                : Optional.of(difference.dividedBy(first.value()));
        Optional<Widening> widening = isPaired
                ? WideningText.of(ofPairs.wideningFactor(Finding.LEVEL), ofPairs, ofPairs)
                : WideningText.of(together(first, ofFirst, second, ofSecond).wideningFactor(Finding.LEVEL), ofFirst,
                        ofSecond);
        StatisticComparison accuracy = new StatisticComparison("value", value(first, ofFirst),
                value(second, ofSecond), difference, relative);
        return new Finding(ComparedDimension.ACCURACY, isPaired, sample.firstCounts(), sample.secondCounts(),
                List.of(accuracy), Optional.empty(), List.of(test), Optional.empty(),
                "Wilson, and Newcombe's difference" + (isPaired ? " of pairs" : ""), false, widening);
    }

    private static Dependence together(Proportion first, Dependence ofFirst, Proportion second, Dependence ofSecond) {
        return Dependence.together(ofFirst, first.value() * (1 - first.value()) / first.trials(), ofSecond,
                second.value() * (1 - second.value()) / second.trials());
    }

    private static ComparedValue value(Proportion proportion, Dependence dependence) {
        return new ComparedValue(new Estimate(proportion.value(), proportion.wilson(Finding.LEVEL, dependence)),
                Optional.empty());
    }

    private static Proportion proportion(double[] right) {
        return new Proportion(Arrays.stream(right).filter(one -> one == RunColumns.RIGHT).count(), right.length);
    }

    private int pairs(double ofFirst, double ofSecond) {
        return (int) IntStream.range(0, sample.first().length)
                .filter(pair -> sample.first()[pair] == ofFirst && sample.second()[pair] == ofSecond).count();
    }
}
