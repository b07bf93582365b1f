package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.analysis.statistics.MeanResamples;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/**
 * The analysis of several answers to each question: the probability that one of k is right (pass@k), that all are
 * (pass^k), and the share of questions whose most frequent answer is right; with the joules of k answers. Intervals
 * cover the chance in the selection of questions.
 */
final class RepetitionsAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    static final String ID = "repetitions";

    private static final long SEED = 20_261_124L;
    private static final double LEVEL = 0.95;

    @Override
    public Pass begin(AnalysedRun run) {
        RepeatedQuestions questions = new RepeatedQuestions();
        return new Pass(List.of(questions), () -> analyze(questions));
    }

    /** Analyses the gathered questions. */
    static AnalysisResult analyze(RepeatedQuestions questions) {
        if (questions.isGivenUp()) {
            throw new ConfigurationException("The first " + RepeatedQuestions.MAX_ASKED_ONCE
                    + " questions of this run were"
                    + " asked once each; answers to one question are set beside each other in runs of fewer questions");
        }
        int most = questions.most();
        if (most < 2) {
            throw new ConfigurationException("No question of this run was asked twice. Profile " + Setting.FOUR_EPOCHS
                    + ", for example, to have four answers to each");
        }
        List<List<AnalysisValue>> rows = new ArrayList<>();
        for (int draws : draws(most)) {
            rows.add(List.of(AnalysisValue.of((long) draws), mean(questions.values(one -> one.counts().passAt(draws))),
                    mean(questions.values(one -> one.counts().passAll(draws))),
                    mean(questions.values(one -> one.majority(draws))), joules(questions, draws),
                    AnalysisValue.of((long) questions.values(one -> one.counts().passAt(draws)).length)));
        }
        List<AnalysisValue> last = rows.getLast();
        AnalysisResult.Builder result = AnalysisResult
                .builder(ID, "Answers to questions that were asked up to " + most + " times")
                .figure(AnalysisColumn.count("questions"), AnalysisValue.of((long) questions.size()))
                .figure(AnalysisColumn.estimate("accuracy", "").scaled(FigureScale.PERCENT)
                        .labelled("accuracy of one answer"),
                        rows.getFirst().get(1))
                .figure(AnalysisColumn.estimate("pass_at_most", "").labelled("pass@" + most), last.get(1))
                .figure(AnalysisColumn.estimate("pass_all", "").labelled("pass^" + most), last.get(2))
                .figure(AnalysisColumn.estimate("majority_vote", "").labelled("majority vote of " + most), last.get(3));
        questions.reducers().forEach(reducer -> result.figure(AnalysisColumn
                .estimate("accuracy_by_" + reducer.name(), "").labelled("accuracy by " + reducer.name()
                        + ", as the dataset reduces"),
                mean(questions.values(one -> one.reduced(reducer)))));
        return result.table(AnalysisTable.of("draws", "Answers per question", AnalysisColumn.count("k"),
                AnalysisColumn.estimate("pass_at_k", "").labelled("pass@k"),
                AnalysisColumn.estimate("pass_all_k", "").labelled("pass^k"),
                AnalysisColumn.estimate("majority", "").labelled("majority"),
                AnalysisColumn.estimate("joules", "J").labelled("J of k answers"),
                AnalysisColumn.count("questions")).rows(rows))
                .warnings(questions.uneven(most)).build();
    }

    /** Returns the numbers 1, 2, 4 and so on, and the maximum. */
    private static Set<Integer> draws(int most) {
        Set<Integer> draws = new TreeSet<>();
        for (int k = 1; k < most; k *= 2) {
            draws.add(k);
        }
        draws.add(most);
        return draws;
    }

    private static AnalysisValue joules(RepeatedQuestions questions, int draws) {
        double[] each = questions.values(RepeatedQuestions.Asked::meanJoules);
        if (each.length < questions.size()) {
            return AnalysisValue.absent("the joules of some answers are not known");
        }
        double[] times = new double[each.length];
        for (int i = 0; i < each.length; i++) {
            times[i] = each[i] * draws;
        }
        return mean(times);
    }

    private static AnalysisValue mean(double[] values) {
        if (values.length == 0) {
            return AnalysisValue.absent("no question has so many answers with a verdict");
        }
        Optional<Estimate> estimate = MeanResamples.of(SEED, values).figure(means -> means[0]).estimate(LEVEL);
        return estimate.filter(known -> known.interval().high() > known.interval().low()).map(AnalysisValue::of)
                .orElseGet(() -> AnalysisValue.of(DoubleStream.of(values).average().orElseThrow()));
    }
}
