package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The evaluator of the letter that a benchmark's official extractor reads, for a comparison of its numbers with those
 * of the evaluator {@code multiple-choice}. An answer without a letter is no attempt: nothing is guessed. Where the
 * official code draws a random letter, the metadata {@code official_random_accuracy} is the expected accuracy of that
 * draw. A small letter counts like a capital one; where the official code judges it as wrong, the metadata
 * {@code official_verdict} records this.
 *
 * @param guesses whether the official code draws a random letter where it reads none
 */
record OfficialChoiceEvaluator(String name, LetterReader reader, boolean guesses) implements TextScorer {
    @Override
    public Evaluation score(DatasetRecord question, String answer) {
        Optional<Character> right = ChoiceReference.single(question);
        if (right.isEmpty()) {
            return ChoiceReference.unusable(question);
        }
        Optional<ReadLetter> read;
        try {
            read = reader.read(question, BoundedPattern.end(answer));
        } catch (BoundedPattern.TooHardException tooHard) {
            return Evaluation.unscored(String.valueOf(tooHard.getMessage()));
        }
        return read.map(letter -> judged(letter, right.get())).orElseGet(() -> unread(question));
    }

    private Evaluation judged(ReadLetter read, char right) {
        Map<String, String> facts = new LinkedHashMap<>(Map.of("extractor", name, "rule", read.rule()));
        boolean isRight = read.capital() == right;
        if (isRight && read.letter() != right) {
            facts.put("official_verdict", Verdict.INCORRECT.label());
        }
        return new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT,
                Optional.of(String.valueOf(read.capital())),
                isRight ? "Chooses the right letter" : "Chooses " + read.capital() + " where " + right + " is right",
                facts);
    }

    private Evaluation unread(DatasetRecord question) {
        Map<String, String> facts = new LinkedHashMap<>(Map.of("extractor", name));
        int options = question.choices().size();
        if (guesses && options > 0) {
            facts.put("official_random_accuracy", String.format(Locale.ROOT, "%.4f", 1.0 / options));
        }
        return Evaluation.notAttempted("The official extractor finds no letter").withMetadata(facts);
    }
}
