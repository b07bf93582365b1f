package dev.ipw.benchmarks.routing;

import dev.ipw.analysis.statistics.IndexDraws;
import dev.ipw.analysis.statistics.MeanResamples;
import dev.ipw.analysis.statistics.QuantileResamples;
import dev.ipw.analysis.statistics.Resampled;
import dev.ipw.statistics.Estimate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Means over questions, and ratios of them, with intervals of 95 percent. A question is resampled as a whole, with all
 * of its repetitions.
 */
final class QuestionMeans {
    private static final long SEED = 20_261_124L;
    private static final double LEVEL = 0.95;
    /** The maximum number of drawn questions, which bounds the work of a figure: many questions get fewer resamples. */
    private static final int MAX_DRAWN = 20_000_000;
    private static final int MIN_RESAMPLES = 999;

    private final List<RoutedQuestion> asked;
    private final int[] clusters;
    private final int questions;

    /** Makes the means of questions, at least one. */
    QuestionMeans(List<RoutedQuestion> asked) {
        this.asked = List.copyOf(asked);
        Map<String, Integer> numbers = new LinkedHashMap<>();
        clusters = new int[this.asked.size()];
        for (int row = 0; row < clusters.length; row++) {
            String name = this.asked.get(row).question();
            int next = numbers.size();
            clusters[row] = numbers.computeIfAbsent(name, unknown -> next);
        }
        questions = numbers.size();
    }

    /** Returns the number of distinct questions. */
    int questions() {
        return questions;
    }

    /** Estimates a mean. */
    Estimate mean(ToDoubleFunction<RoutedQuestion> value) {
        return estimate(means -> means[0] / means[1], sums(value), sums(one -> 1)).orElseThrow();
    }

    /** Estimates the share of a total that is saved; empty if the total is 0 in some resamples. */
    Optional<Estimate> saving(ToDoubleFunction<RoutedQuestion> used, ToDoubleFunction<RoutedQuestion> all) {
        return estimate(means -> 1 - means[0] / means[1], sums(used), sums(all));
    }

    /** Estimates the difference between a mean and the largest of several other means. */
    Estimate gain(ToDoubleFunction<RoutedQuestion> value, List<ToDoubleFunction<RoutedQuestion>> others) {
        double[][] columns = new double[others.size() + 2][];
        for (int column = 0; column < others.size(); column++) {
            columns[column] = sums(others.get(column));
        }
        int last = columns.length - 1;
        columns[last - 1] = sums(value);
        columns[last] = sums(one -> 1);
        return estimate(means -> (means[last - 1] - Arrays.stream(means, 0, last - 1).max().orElseThrow())
                / means[last], columns).orElseThrow();
    }

    private Optional<Estimate> estimate(ToDoubleFunction<double[]> figure, double[]... columns) {
        MeanResamples resamples = questions <= QuantileResamples.MAX_DRAWN
                ? MeanResamples.of(Math.clamp(MAX_DRAWN / questions, MIN_RESAMPLES, Resampled.RESAMPLES),
                        IndexDraws.seeded(SEED), columns)
                : MeanResamples.of(SEED, columns);
        return resamples.figure(figure).estimate(LEVEL);
    }

    private double[] sums(ToDoubleFunction<RoutedQuestion> value) {
        double[] sums = new double[questions];
        for (int row = 0; row < clusters.length; row++) {
            sums[clusters[row]] += value.applyAsDouble(asked.get(row));
        }
        return sums;
    }
}
