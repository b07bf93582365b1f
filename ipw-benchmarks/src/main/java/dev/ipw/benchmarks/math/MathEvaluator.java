package dev.ipw.benchmarks.math;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.query.QueryOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** The evaluator that compares the final answer in a model's text with the right ones by value. */
final class MathEvaluator implements Evaluator {
    private static final int EXCERPT_CHARACTERS = 300;

    private final MathAnswers answers;

    MathEvaluator(OptionalInt decimalPlaces) {
        answers = new MathAnswers(decimalPlaces);
    }

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
        return score(question, outcome.answer()).withUsage(EvaluationUsage.NONE);
    }

    private Evaluation score(DatasetRecord question, String text) {
        List<String> golds = golds(question);
        if (golds.isEmpty()) {
            return Evaluation.unscored("The record has no answer to compare with");
        }
        Optional<String> answer = FinalAnswer.of(ReasoningText.removed(text));
        if (answer.isEmpty()) {
            return Evaluation.notAttempted("The text has no final answer");
        }
        Evaluation last = Evaluation.unscored("The record has no answer to compare with");
        for (String gold : golds) {
            last = compare(gold, answer.get());
            if (last.verdict() == Verdict.CORRECT) {
                return last;
            }
        }
        return last;
    }

    private Evaluation compare(String gold, String answer) {
        String extracted = Excerpt.of(answer, EXCERPT_CHARACTERS);
        WorkBudget budget = WorkBudget.ofComparison();
        try {
            Comparison comparison = answers.compare(gold, answer, budget);
            String way = comparison.way().words();
            return new Evaluation(comparison.isEqual() ? Verdict.CORRECT : Verdict.INCORRECT, Optional.of(extracted),
                    (comparison.isEqual() ? "Equals the right answer " : "Differs from the right answer ") + way,
                    Map.of("compared", way));
        } catch (MathLimitException limit) {
            return Evaluation.unscored("The comparison with the right answer stopped, as it " + limit.getMessage())
                    .withExtracted(extracted);
        }
    }

    /** Returns the right answers. One may be in a box or between dollar signs; else the whole text is the answer. */
    private static List<String> golds(DatasetRecord question) {
        Stream<?> accepted = question.metadata().get("accepted") instanceof List<?> list
                ? list.stream()
                : Stream.empty();
        return Stream.concat(Stream.of(question.answer()), accepted).map(String::valueOf).map(MathEvaluator::unboxed)
                .filter(gold -> !gold.isBlank()).toList();
    }

    private static String unboxed(String gold) {
        return BoxedAnswers.last(gold).orElse(gold).strip();
    }
}
