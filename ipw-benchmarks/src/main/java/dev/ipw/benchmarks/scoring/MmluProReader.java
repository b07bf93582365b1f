package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of a letter from A to J in three steps, as in MMLU-Pro: behind the first "answer is"; behind the last
 * "answer:" of the first line that has one with a letter; the last letter that is a word of its own, even if it is the
 * article "A" or the pronoun "I".
 */
final class MmluProReader implements LetterReader {
    private static final Pattern ANSWER_IS = Pattern.compile("answer is \\(?([A-J])");
    private static final Pattern ANSWER_COLON = Pattern.compile("(?U)[Aa]nswer:\\s*([A-J])");
    private static final Pattern ALONE = Pattern.compile("(?U)(?<!\\w)[A-J](?!\\w)");

    @Override
    public Optional<ReadLetter> read(DatasetRecord question, String answer) {
        Matcher first = ANSWER_IS.matcher(answer);
        if (first.find()) {
            return Optional.of(new ReadLetter(first.group(1).charAt(0), "answer is"));
        }
        return behindColon(answer).or(() -> lastAlone(answer));
    }

    private static Optional<ReadLetter> behindColon(String answer) {
        Matcher matcher = ANSWER_COLON.matcher(answer);
        if (!matcher.find()) {
            return Optional.empty();
        }
        int lineEnd = answer.indexOf('\n', matcher.start());
        char letter = matcher.group(1).charAt(0);
        while (matcher.find() && (lineEnd < 0 || matcher.start() < lineEnd)) {
            letter = matcher.group(1).charAt(0);
        }
        return Optional.of(new ReadLetter(letter, "answer:"));
    }

    private static Optional<ReadLetter> lastAlone(String answer) {
        Matcher matcher = ALONE.matcher(answer);
        Optional<ReadLetter> last = Optional.empty();
        while (matcher.find()) {
            last = Optional.of(new ReadLetter(matcher.group().charAt(0), "last letter alone"));
        }
        return last;
    }
}
