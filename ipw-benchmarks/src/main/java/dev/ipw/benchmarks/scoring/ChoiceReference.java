package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.internal.io.Excerpt;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the right letters of a multiple-choice record: letters such as {@code C}, {@code (C)} or {@code A, C}, or
 * a choice's text.
 */
final class ChoiceReference {
    private static final Pattern LETTERS = Pattern
            .compile("\\(?([A-Za-z](?:\\s{0,2},\\s{0,2}[A-Za-z]){0,25})\\)?(?:[.:](?:\\s.{0,2000})?)?", Pattern.DOTALL);
    private static final int EXCERPT_CHARACTERS = 80;

    private ChoiceReference() {}

    /** Returns the right letters; an empty set if the record's answer is neither letters nor one of its choices. */
    static SortedSet<Character> letters(DatasetRecord question) {
        String answer = question.answer().strip();
        List<String> choices = question.choices();
        SortedSet<Character> letters = new TreeSet<>();
        int index = choices.indexOf(answer);
        Matcher matcher = LETTERS.matcher(answer);
        if (matcher.matches()) {
            matcher.group(1).toUpperCase(Locale.ROOT).chars().filter(Character::isLetter)
                    .forEach(letter -> letters.add((char) letter));
        }
        boolean areOffered = !letters.isEmpty() && letters.last() <= last(question);
        if (!areOffered) {
            letters.clear();
            if (index >= 0) {
                letters.add((char) ('A' + index));
            }
        }
        return letters;
    }

    /** Returns the last offered letter; Z if the record lists no choices. */
    static char last(DatasetRecord question) {
        return question.choices().isEmpty() ? 'Z' : (char) ('A' + Math.min(question.choices().size(), 26) - 1);
    }

    /** Returns the only right letter; empty if there is no or more than one right letter. */
    static Optional<Character> single(DatasetRecord question) {
        SortedSet<Character> letters = letters(question);
        return letters.size() == 1 ? Optional.of(letters.first()) : Optional.empty();
    }

    /** Returns the evaluation of a record that cannot be judged. */
    static Evaluation unusable(DatasetRecord question) {
        return Evaluation.unscored("The record's answer '" + Excerpt.of(question.answer(), EXCERPT_CHARACTERS)
                + "' is neither a letter that is offered nor one of its choices");
    }
}
