package dev.ipw.evaluation.rule;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.ReasoningText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The evaluator of the letter that an answer chooses, by the rules of {@link ChoiceExtractor}. The record's answer is a
 * letter ({@code C}, {@code (C)}, {@code C. text}) or the text of one of its choices. No letter is no attempt; several
 * are wrong. If the record lists no choices, the letters are A to D, or up to the right one.
 */
final class MultipleChoiceEvaluator implements RuleEvaluator {
    private static final Pattern LETTER = Pattern.compile("\\(?([A-Za-z])(?:[).:](?:\\s.*)?)?", Pattern.DOTALL);
    private static final char LAST_UNLISTED = 'D';

    @Override
    public Evaluation judge(DatasetRecord question, String answer) {
        List<String> choices = question.choices().stream().map(ExactEvaluator::normalise).toList();
        Optional<Character> reference = reference(question.answer().strip(), choices);
        if (reference.isEmpty()) {
            return Evaluation.unscored(question.answer().isBlank()
                    ? "The record has no answer to compare with"
                    : "The record's answer '" + question.answer() + "' is neither a letter nor one of its choices");
        }
        String text = ReasoningText.removed(answer);
        if (text.isBlank()) {
            return Evaluation.notAttempted("The answer is empty");
        }
        char last = choices.isEmpty()
                ? (char) Math.max(LAST_UNLISTED, reference.get())
                : (char) ('A' + choices.size() - 1);
        return judge(reference.get(), new ChoiceExtractor(choices, last).read(text));
    }

    private static Evaluation judge(char reference, SortedSet<Character> letters) {
        if (letters.isEmpty()) {
            return Evaluation.notAttempted("The answer chooses no letter");
        }
        String read = letters.stream().map(String::valueOf).collect(Collectors.joining(", "));
        if (letters.size() > 1) {
            return new Evaluation(Verdict.INCORRECT, Optional.of(read), "The answer names several letters: " + read,
                    Map.of());
        }
        return letters.first() == reference
                ? new Evaluation(Verdict.CORRECT, Optional.of(read), "Chooses the right letter", Map.of())
                : new Evaluation(Verdict.INCORRECT, Optional.of(read),
                        "Chooses " + read + " where " + reference + " is right",
                        Map.of());
    }

    private static Optional<Character> reference(String answer, List<String> choices) {
        Matcher letter = LETTER.matcher(answer);
        if (letter.matches()) {
            char upper = Character.toUpperCase(letter.group(1).charAt(0));
            if (choices.isEmpty() || upper - 'A' < choices.size()) {
                return Optional.of(upper);
            }
        }
        int index = choices.indexOf(ExactEvaluator.normalise(answer));
        boolean once = index >= 0 && index == choices.lastIndexOf(ExactEvaluator.normalise(answer))
                && !answer.isBlank();
        return once ? Optional.of((char) ('A' + index)) : Optional.empty();
    }
}
