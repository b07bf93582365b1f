package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A reader of a letter from A to J as SuperGPQA does: behind "the answer is" or "the option is", behind "answer:", or
 * at the very start; each on the last line first, then in the whole answer, with the first match. Brackets, dollars and
 * LaTeX's box and style commands around the letter are ignored. If no letter is found, the text of an option at the
 * same places counts.
 */
final class SuperGpqaReader implements LetterReader {
    private static final String OPEN = "(?:[*${(\\[\\\\]|boxed|mathbf|mathrm|text){0,12}\\s*";
    private static final String CLOSE = "[\\\\}$)\\]]{0,12}(?:[\\s:.*)]|$)";
    private static final String STATEMENT = "the\\s+(?:\\w{1,40}\\s+)?(?:answer|option)\\s+is";
    private static final String LETTER = "([A-J])";
    private static final int MAX_OPTION_CHARACTERS = 20_000;
    private static final int FLAGS = Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNIX_LINES;
    private static final List<Pattern> LETTERS = List.of(
            Pattern.compile(STATEMENT + ":?\\s*" + OPEN + LETTER + CLOSE, FLAGS | Pattern.CASE_INSENSITIVE),
            Pattern.compile("answer[*\\s]*:\\s*" + OPEN + LETTER + CLOSE, FLAGS | Pattern.CASE_INSENSITIVE),
            Pattern.compile("^[^\\w\\r\\n]*" + OPEN + LETTER + CLOSE, FLAGS | Pattern.CASE_INSENSITIVE));

    @Override
    public Optional<ReadLetter> read(DatasetRecord question, String answer) throws BoundedPattern.TooHardException {
        String text = answer.stripTrailing();
        String lastLine = text.substring(text.lastIndexOf('\n') + 1);
        for (String part : List.of(lastLine, text)) {
            Optional<MatchResult> match = first(LETTERS, part);
            if (match.isPresent()) {
                return Optional.of(new ReadLetter(match.get().group(1).charAt(0), "letter"));
            }
        }
        for (String part : List.of(lastLine, text)) {
            Optional<ReadLetter> option = option(question.choices(), part);
            if (option.isPresent()) {
                return option;
            }
        }
        return Optional.empty();
    }

    private static Optional<MatchResult> first(List<Pattern> patterns, String text)
            throws BoundedPattern.TooHardException {
        for (Pattern pattern : patterns) {
            Optional<MatchResult> match = new BoundedPattern(pattern).first(text);
            if (match.isPresent()) {
                return match;
            }
        }
        return Optional.empty();
    }

    private static Optional<ReadLetter> option(List<String> choices, String text)
            throws BoundedPattern.TooHardException {
        String options = choices.stream().filter(choice -> !choice.isBlank()).map(Pattern::quote)
                .collect(Collectors.joining("|", "(", ")"));
        if (choices.stream().allMatch(String::isBlank) || options.length() > MAX_OPTION_CHARACTERS) {
            return Optional.empty();
        }
        List<Pattern> patterns = List.of(
                Pattern.compile("[Tt]" + STATEMENT.substring(1) + ":?\\s*" + OPEN + options + CLOSE, FLAGS),
                Pattern.compile("(?i:answer)\\s*" + OPEN + options + CLOSE, FLAGS),
                Pattern.compile("^[^\\w\\r\\n]*" + OPEN + options + CLOSE, FLAGS));
        return first(patterns, text)
                .map(match -> new ReadLetter((char) ('A' + choices.indexOf(match.group(1))), "option text"));
    }
}
