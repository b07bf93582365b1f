package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.analysis.statistics.MeanResamples;
import dev.ipw.benchmarks.analysis.SolvedTasks.Resource;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The analysis of the joules, seconds and dollars per solved task: the use of all attempts, failed ones included,
 * divided by the number of attempts that solved their task. Joules are those of the run's headline, so they are 1 /
 * IPJ, with the error of the sensors. Intervals of seconds and dollars are resampled by question, with all attempts at
 * each.
 */
public final class SolvedAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    static final String ID = "solved";

    /** The names of the figures of a solved task. */
    public static final List<String> FIGURES = List.of("joules_per_solved_task", "seconds_per_solved_task",
            "usd_per_solved_task");

    private static final int BYTES_PER_QUERY = 60;
    private static final long SEED = 20_261_125L;
    private static final double LEVEL = 0.95;

    SolvedAnalysis() {}

    @Override
    public int bytesPerQuery() {
        return BYTES_PER_QUERY;
    }

    @Override
    public Pass begin(AnalysedRun run) {
        SolvedTasks tasks = new SolvedTasks();
        EfficiencyGatherer efficiency = run.efficiency();
        return new Pass(List.of(tasks, efficiency),
                () -> analyze(tasks, efficiency.finish(run.run().summary().totals())));
    }

    /**
     * Analyses the gathered tasks.
     *
     * @param tasks      the tasks
     * @param efficiency the headlines of their run
     * @return the use of a solved task; without a solved task, the reason that there is no figure
     */
    public static AnalysisResult analyze(SolvedTasks tasks, Efficiency efficiency) {
        AnalysisValue joules = whyNone(tasks).orElseGet(() -> joules(efficiency));
        return AnalysisResult.builder(ID, "What a solved task takes")
                .figure(AnalysisColumn.count("tasks"), AnalysisValue.of((long) tasks.questions()))
                .figure(AnalysisColumn.count("attempts"), AnalysisValue.of(tasks.attempts()))
                .figure(AnalysisColumn.count("solved"), AnalysisValue.of(tasks.solved()))
                .figure(AnalysisColumn.estimate("joules_per_solved_task", "J").labelled("joules"),
                        joules.from(efficiency.energyProvenance()))
                .figure(AnalysisColumn.estimate("seconds_per_solved_task", "s").labelled("seconds"),
                        per(tasks, Resource.SECONDS))
                .figure(AnalysisColumn.estimate("usd_per_solved_task", "USD").labelled("dollars")
                        .scaled(FigureScale.PER_THOUSAND_SOLVED_TASKS),
                        per(tasks, Resource.USD))
                .warnings(warnings(tasks)).build();
    }

    private static Optional<AnalysisValue> whyNone(SolvedTasks tasks) {
        if (tasks.judged() == 0) {
            return Optional.of(AnalysisValue.absent("no attempt was judged"));
        }
        return tasks.solved() == 0
                ? Optional.of(AnalysisValue.absent("none of " + tasks.attempts() + " attempts solved its task"))
                : Optional.empty();
    }

    /**
     * Returns the inverse of answers per joule, for all attempts: the accuracy excludes those without a verdict, whose
     * joules count here. Without a lower end of the answers per joule, the joules have no upper end.
     */
    private static AnalysisValue joules(Efficiency efficiency) {
        double attempts = (double) efficiency.asked() / efficiency.scored();
        return efficiency.intelligencePerJoule().estimate().map(answers -> {
            double low = answers.interval().low();
            return AnalysisValue.of(new Estimate(attempts / answers.value(),
                    new Interval(attempts / answers.interval().high(),
                            low > 0 ? attempts / low : Double.POSITIVE_INFINITY, answers.interval().level())));
        }).orElseGet(() -> AnalysisValue.absent(efficiency.whyNoHeadline().orElse("the joules are not known")));
    }

    private static AnalysisValue per(SolvedTasks tasks, Resource resource) {
        Optional<AnalysisValue> none = whyNone(tasks);
        if (none.isPresent()) {
            return none.get();
        }
        if (tasks.unknown(resource) > 0) {
            return AnalysisValue.absent("the " + resource.name().toLowerCase(Locale.ROOT) + " of "
                    + tasks.unknown(resource) + " of " + tasks.attempts() + " attempts are not known");
        }
        double[] used = tasks.used(resource);
        double[] solved = tasks.solvedOfEach();
        Optional<Estimate> estimate = used.length < 2
                ? Optional.empty()
                : MeanResamples.of(SEED, used, solved).figure(means -> means[0] / means[1]).estimate(LEVEL);
        return estimate.map(AnalysisValue::of).orElseGet(() -> AnalysisValue.of(sum(used) / tasks.solved())
                .noted("too few solved tasks for an interval"));
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static List<String> warnings(SolvedTasks tasks) {
        List<String> warnings = new ArrayList<>();
        long without = tasks.attempts() - tasks.judged();
        if (without > 0 && tasks.judged() > 0) {
            warnings.add(without + " of " + tasks.attempts()
                    + " attempts have no verdict: what they used counts, and none of them as solved");
        }
        return warnings;
    }
}
