package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The evaluator that compares the letter, word or line behind the last {@code ANSWER:} with the right answers, ignoring
 * case. Punctuation around both is ignored. An answer without a mark is no attempt.
 */
final class AnswerEvaluator implements TextScorer {
    private static final String KIND = "pattern";
    private static final List<String> KINDS = List.of("letter", "word", "line");

    private final ScorerArguments arguments;

    AnswerEvaluator(Parameters parameters) {
        arguments = ScorerArguments.of("answer", parameters, List.of(KIND));
        arguments.oneOf(KIND, KINDS, "line");
    }

    @Override
    public Evaluation score(DatasetRecord question, String answer) {
        String kind = arguments.with(question).oneOf(KIND, KINDS, "line");
        Optional<String> read = switch (kind) {
            case "letter" -> AnswerLine.letter(answer);
            case "word" -> AnswerLine.word(answer);
            default -> AnswerLine.line(answer);
        };
        if (read.isEmpty()) {
            return Evaluation.notAttempted("No " + kind + " stands behind ANSWER:");
        }
        boolean isRight = Targets.of(question).stream().map(AnswerEvaluator::plain).anyMatch(plain(read.get())::equals);
        return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT, read,
                isRight ? "Equals the right answer" : "Differs from the right answer", Map.of(KIND, kind));
    }

    /**
     * Returns a text without punctuation. A text of punctuation only stays as it is, or all such texts would be equal.
     */
    private static String plain(String text) {
        String trimmed = Punctuation.trimmed(text);
        return CaseFolding.fold(trimmed.isEmpty() ? text.strip() : trimmed);
    }
}
