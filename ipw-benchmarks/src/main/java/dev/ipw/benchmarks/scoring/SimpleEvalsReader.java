package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A reader of the letter behind the first "Answer:", as simple-evals does for GPQA. A word that begins with an offered
 * letter is taken for the letter, and an answer with a later correction counts by its first form.
 */
final class SimpleEvalsReader implements LetterReader {
    private static final char LAST_UNLISTED = 'D';

    @Override
    public Optional<ReadLetter> read(DatasetRecord question, String answer) throws BoundedPattern.TooHardException {
        char last = question.choices().isEmpty() ? LAST_UNLISTED : ChoiceReference.last(question);
        Pattern pattern = Pattern.compile("(?i)answer[ \\t]*+:[ \\t]*+\\$?([a-" + Character.toLowerCase(last) + "])");
        Optional<MatchResult> match = new BoundedPattern(pattern).first(answer);
        return match.map(found -> new ReadLetter(found.group(1).charAt(0), "first answer:"));
    }
}
