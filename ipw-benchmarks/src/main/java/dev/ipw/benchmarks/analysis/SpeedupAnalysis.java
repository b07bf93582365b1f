package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.analysis.statistics.MeanResamples;
import dev.ipw.error.ConfigurationException;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The analysis of the share of the experts' speed-ups that patches reach: the harmonic mean of the ratios, as in
 * SWE-fficiency. A ratio near 0 has the largest weight in it, so the analysis names the task with the largest weight.
 * The interval is resampled by task, with all attempts at each.
 */
final class SpeedupAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    static final String ID = "speedup";

    private static final long SEED = 20_261_126L;
    private static final double LEVEL = 0.95;
    private static final double DOMINANT_SHARE = 0.5;
    private static final int MIN_TASKS_TO_DOMINATE = 2;

    @Override
    public Pass begin(AnalysedRun run) {
        SpeedupRatios ratios = new SpeedupRatios();
        return new Pass(List.of(ratios), () -> analyze(ratios));
    }

    /** Analyses the gathered ratios. */
    static AnalysisResult analyze(SpeedupRatios ratios) {
        Map<String, List<Double>> tasks = ratios.byTask();
        if (tasks.isEmpty()) {
            throw new ConfigurationException("No answer of this run has a ratio of speed-ups. Profile the dataset"
                    + " swefficiency where a container engine can run its workloads");
        }
        double[] counts = tasks.values().stream().mapToDouble(List::size).toArray();
        double[] reciprocals = tasks.values().stream().mapToDouble(SpeedupAnalysis::reciprocals).toArray();
        return AnalysisResult.builder(ID, "Speed-ups over the experts'")
                .figure(AnalysisColumn.count("tasks"), AnalysisValue.of((long) tasks.size()))
                .figure(AnalysisColumn.count("attempts"), AnalysisValue.of(ratios.attempts()))
                .figure(AnalysisColumn.estimate("harmonic_mean_ratio", "")
                        .labelled("harmonic mean of speed-up over expert's"), harmonic(counts, reciprocals))
                .figure(AnalysisColumn.estimate("largest_share_of_reciprocals", "")
                        .labelled("share of the task that weighs most"),
                        AnalysisValue.of(largest(reciprocals) / sum(reciprocals)))
                .warnings(warnings(ratios, reciprocals)).build();
    }

    private static double reciprocals(List<Double> ratios) {
        return ratios.stream().mapToDouble(ratio -> 1 / ratio).sum();
    }

    private static AnalysisValue harmonic(double[] counts, double[] reciprocals) {
        double value = sum(counts) / sum(reciprocals);
        Optional<Estimate> estimate = counts.length < 2
                ? Optional.empty()
                : MeanResamples.of(SEED, counts, reciprocals).figure(means -> means[0] / means[1]).estimate(LEVEL);
        return estimate.map(AnalysisValue::of)
                .orElseGet(() -> AnalysisValue.of(value).noted("too few tasks for an interval"));
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }

    private static List<String> warnings(SpeedupRatios ratios, double[] reciprocals) {
        List<String> warnings = new ArrayList<>();
        double share = largest(reciprocals) / sum(reciprocals);
        if (reciprocals.length >= MIN_TASKS_TO_DOMINATE && share > DOMINANT_SHARE) {
            String task = ratios.byTask().entrySet().stream()
                    .filter(entry -> reciprocals(entry.getValue()) == largest(reciprocals)).map(Map.Entry::getKey)
                    .findFirst().orElse("");
            warnings.add(String.format(Locale.ROOT,
                    "The task %s alone makes %.0f %% of the harmonic mean's sum: the figure tells of it, not of the rest",
                    task, share * 100));
        }
        if (ratios.without() > 0) {
            warnings.add(ratios.without() + " of " + ratios.attempts()
                    + " attempts have no ratio and are left out, such as those that could not be tested");
        }
        return warnings;
    }
}
