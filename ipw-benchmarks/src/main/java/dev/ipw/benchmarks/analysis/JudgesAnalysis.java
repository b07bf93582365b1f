package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.OnePassAnalysis;
import dev.ipw.statistics.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The analysis of the agreement of judges beyond chance and of the agreement of verdicts with labels of people. From
 * both it estimates the accuracy without the judge's errors.
 */
final class JudgesAnalysis implements OnePassAnalysis {
    /** The analysis' id. */
    static final String ID = "judges";

    private final Map<String, Boolean> labels;

    JudgesAnalysis(Map<String, Boolean> labels) {
        this.labels = Map.copyOf(labels);
    }

    @Override
    public Pass begin(AnalysedRun run) {
        JudgedAnswers answers = new JudgedAnswers(labels);
        return new Pass(List.of(answers), () -> analyze(answers));
    }

    /** Analyses the gathered answers. */
    AnalysisResult analyze(JudgedAnswers answers) {
        OptionalDouble alpha = KrippendorffAlpha.of(answers.ratings(), KrippendorffAlpha.Level.NOMINAL);
        AnalysisResult.Builder result = AnalysisResult.builder(ID, "Agreement of judges")
                .figure(AnalysisColumn.count("answers"), AnalysisValue.of(answers.scored()))
                .figure(AnalysisColumn.number("krippendorff_alpha", "").labelled("Krippendorff's alpha of the judges"),
                        alpha.isPresent()
                                ? AnalysisValue.of(alpha)
                                : AnalysisValue.absent("no answer was judged twice, or all judgements are the same"))
                .figure(AnalysisColumn.number("accuracy", "").scaled(FigureScale.PERCENT)
                        .labelled("accuracy by the judge"),
                        AnalysisValue.of(answers.accuracy()));
        if (!labels.isEmpty()) {
            withLabels(result, answers);
        }
        return result.warnings(answers.warnings()).build();
    }

    private static void withLabels(AnalysisResult.Builder result, JudgedAnswers answers) {
        OptionalDouble kappa = CohenKappa.of(answers.verdicts(), answers.people());
        result.figure(AnalysisColumn.count("labelled_answers"), AnalysisValue.of((long) answers.people().size()))
                .figure(AnalysisColumn.number("cohen_kappa", "").labelled("Cohen's kappa with the labels"),
                        kappa.isPresent()
                                ? AnalysisValue.of(kappa)
                                : AnalysisValue.absent("all labelled answers have the same verdict"))
                .figure(AnalysisColumn.number("sensitivity", "").labelled("right answers that the judge calls right"),
                        AnalysisValue.of(answers.share(true)))
                .figure(AnalysisColumn.number("specificity", "").labelled("wrong answers that the judge calls wrong"),
                        AnalysisValue.of(answers.share(false)));
        Optional<RoganGladen> corrected = answers.corrected();
        result.figure(
                AnalysisColumn.estimate("corrected_accuracy", "").scaled(FigureScale.PERCENT)
                        .labelled("accuracy without the judge's errors"),
                corrected.map(one -> AnalysisValue.of(one.share(), interval(one, 1)))
                        .orElseGet(() -> AnalysisValue.absent("the labels are too few, or the judge is no better than"
                                + " chance")));
        OptionalDouble joules = answers.meanJoules();
        result.figure(AnalysisColumn.estimate("corrected_accuracy_per_joule", "1/J")
                .labelled("accuracy per joule without the judge's errors"),
                corrected.isPresent() && joules.isPresent()
                        ? AnalysisValue.of(corrected.get().share() / joules.getAsDouble(),
                                interval(corrected.get(), joules.getAsDouble()))
                                .noted("interval of the judge and of chance, not of the joules")
                        : AnalysisValue.absent(answers.whyNoJoules().filter(any -> corrected.isPresent())
                                .orElse("the accuracy cannot be corrected")));
    }

    private static Optional<Interval> interval(RoganGladen corrected, double joules) {
        return Optional.of(new Interval(corrected.low() / joules, corrected.high() / joules, 0.95));
    }
}
