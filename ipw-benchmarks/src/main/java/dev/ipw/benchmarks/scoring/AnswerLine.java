package dev.ipw.benchmarks.scoring;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A reader of the text behind {@code ANSWER:} in an answer. Marks of emphasis around either are ignored. */
final class AnswerLine {
    private static final String MARK = "(?i)(?<!\\p{L})answer[*_ \\t]{0,6}:[*_\\s]{0,6}";
    private static final String ALONE = "(?![\\p{L}\\p{N}_'’])";
    private static final String BEFORE = "(?:[$(\\[]{0,2}|\\$?\\\\boxed\\{)";
    private static final String LETTERS = "([A-Z]" + ALONE + "(?:[ ,&]{1,3}(?:and )?[A-Z]" + ALONE
            + "){0,25}+|[A-Z]{2,26}" + ALONE + ")";
    private static final String REASON = "(?:because|since|as|for)(?!\\p{L})";
    private static final Pattern LETTER = Pattern.compile(MARK + "[$(\\[{]{0,3}([A-Z])(?![\\p{L}\\p{N}_])");
    private static final Pattern WORD = Pattern.compile(MARK + "(\\S{1,200})");
    private static final Pattern LINE = Pattern.compile(MARK + "([^\\n]{1,2000})");
    private static final Pattern STRICT = Pattern
            .compile("(?m)^[*_ \\t]{0,6}" + MARK + BEFORE + LETTERS + "[)\\]}$*_.,; \\t]{0,6}$");
    private static final Pattern LOOSE = Pattern
            .compile("(?m)" + MARK + BEFORE + LETTERS + "(?=[*_ \\t]{0,6}(?:$|[^\\p{L}\\p{N}\\s]|" + REASON + "))");

    private AnswerLine() {}

    /** Reads the letter behind the last mark that has a letter of its own. */
    static Optional<String> letter(String answer) {
        return last(LETTER, answer);
    }

    /** Reads the text up to the next white space behind the last mark, without the full stop of a sentence. */
    static Optional<String> word(String answer) {
        return last(WORD, answer).map(Punctuation::trimmed).filter(word -> !word.isEmpty());
    }

    /** Reads the rest of the line behind the last mark. */
    static Optional<String> line(String answer) {
        return last(LINE, answer).map(line -> line.replaceAll("[*_\\s]{1,6}$", "").strip());
    }

    /**
     * Reads letters: of the last line that is only the mark and letters; else behind the last mark that has letters,
     * followed by the end, by punctuation or by a reason. A later mark replaces an earlier one, so if its letter is not
     * offered, there is no letter. A word with letters that are not all offered is skipped.
     *
     * @param last the last offered letter
     */
    static SortedSet<Character> letters(String answer, char last) {
        Optional<SortedSet<Character>> strict = letters(STRICT, answer, last);
        return strict.or(() -> letters(LOOSE, answer, last)).orElseGet(TreeSet::new);
    }

    private static Optional<SortedSet<Character>> letters(Pattern pattern, String answer, char last) {
        Optional<SortedSet<Character>> letters = Optional.empty();
        Matcher matcher = pattern.matcher(BoundedPattern.end(answer));
        while (matcher.find()) {
            List<String> named = List.of(matcher.group(1).toUpperCase(Locale.ROOT).split("[ ,&]+(?:AND )?"));
            SortedSet<Character> read = new TreeSet<>();
            named.forEach(word -> word.chars().forEach(letter -> read.add((char) letter)));
            boolean isOffered = read.last() <= last;
            boolean isWord = named.getFirst().length() > 1;
            if (isOffered || !isWord) {
                letters = Optional.of(isOffered ? read : new TreeSet<>());
            }
        }
        return letters;
    }

    private static Optional<String> last(Pattern pattern, String answer) {
        Optional<String> last = Optional.empty();
        Matcher matcher = pattern.matcher(BoundedPattern.end(answer));
        while (matcher.find()) {
            last = Optional.of(matcher.group(1));
        }
        return last;
    }
}
