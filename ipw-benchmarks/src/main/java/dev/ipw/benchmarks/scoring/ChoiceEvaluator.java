package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * The evaluator that compares the letters behind {@code ANSWER:} with the right ones. The last line that is only the
 * mark and letters counts, else the last mark that has a letter. Where several letters are right, exactly these must be
 * named.
 */
final class ChoiceEvaluator implements TextScorer {
    @Override
    public Evaluation score(DatasetRecord question, String answer) {
        SortedSet<Character> right = ChoiceReference.letters(question);
        if (right.isEmpty()) {
            return ChoiceReference.unusable(question);
        }
        SortedSet<Character> read = AnswerLine.letters(answer, ChoiceReference.last(question));
        if (read.isEmpty()) {
            return Evaluation.notAttempted("No letter that is offered stands behind ANSWER:");
        }
        boolean isRight = read.equals(right);
        return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT, Optional.of(joined(read)),
                isRight ? "Chooses rightly" : "Chooses " + joined(read) + " where " + joined(right) + " is right",
                Map.of());
    }

    private static String joined(SortedSet<Character> letters) {
        return letters.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
