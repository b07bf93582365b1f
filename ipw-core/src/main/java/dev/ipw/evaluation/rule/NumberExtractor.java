package dev.ipw.evaluation.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number that an answer settles on:
 * <ol>
 * <li>in the content of the last mark with a number ({@code \boxed{475}}, "the answer is 475", "Answer: 475"): the
 * number after the last equals sign, or otherwise the first one that is not denied ("not 5 but 6" is 6);</li>
 * <li>without a mark, a first line that is a number with at most a unit, if no other line is and the rest neither
 * retracts it nor concludes again ("wait", "so", "therefore");</li>
 * <li>the only passage in bold, if it is such a number and the same is true of the text after it;</li>
 * <li>in the last line with a number, in its last sentence with one: the number after the last equals sign, or
 * otherwise the last one that is not denied;</li>
 * <li>without any digits, a number word from zero to twelve at the beginning of a marked text, or as the whole
 * answer.</li>
 * </ol>
 * Asides in parentheses and reasons ("12, since ...", "12 because ...") after a number are skipped, and so are closing
 * courtesies with one ("Let me know if you need 2 more"). A number that the answer calls wrong is denied.
 *
 * <p>A number that is only one of several ("3 or 4", "between 3 and 4", "3-4", and after a mark "3, 4"), part of a
 * calculation without result ("417 + 58"), a bound ("more than 5", "at least 5"), or not readable ("12:30") is unclear.
 */
final class NumberExtractor {
    private static final Pattern LINK = Pattern.compile(
            "(?i)[\\s,)]{0,4}(?:(?:(?:and|or|and/or|to|through|versus|vs|plus|minus|times|divided by)(?!\\p{L})"
                    + "|[-–—−+×*÷/~±]|\\.{2,3})\\s{0,3}(?:(?:maybe|perhaps|possibly)\\s)?(?:\\p{L}\\s{0,2}=\\s{0,2})?\\(?)");
    private static final Pattern LIST = Pattern.compile("\\s{0,3}[,;]\\s{0,3}");
    private static final Pattern DENIAL = Pattern
            .compile(
                    "(?i)(?:(?<!\\p{L})(?:not|rather than|instead of|other than)|n't)(?:\\s{1,2}(?:be|equal to|exactly|just))?\\s{1,3}$");
    private static final Pattern BOUND = Pattern.compile(
            "(?i)(?:(?<!\\p{L})(?:(?:less|more|greater|fewer|larger|smaller|bigger|higher|lower)\\s{1,2}than|over|under"
                    + "|above|below|almost|nearly|up to|at least|at most|(?:minimum|maximum) of)\\s{1,3}|[<>≤≥]\\s{0,3})$");
    private static final Pattern DENIED = Pattern.compile(
            "(?i)\\s{1,2}(?:(?:is|was|are|were|would be|seems?|looks?)\\s{1,2}(?:(?:clearly|obviously|definitely|far|also|simply"
                    + "|just|therefore)\\s{1,2})?(?:wrong|incorrect|false|impossible|not (?:right|correct|possible|the (?:right|correct|answer))"
                    + "|too (?:small|large|big|low|high|little|much|few|many|short|long))|(?:isn't|wasn't|cannot be|can't be) (?:right|correct|the"
                    + " (?:right|correct|answer)))(?!\\p{L})");
    private static final Pattern ASIDE = Pattern
            .compile(
                    "(?:^|(?<=[\\p{L}\\p{N}%.€£]))\\s{1,2}\\((?!(?i:or|to|maybe|perhaps|possibly|but)(?!\\p{L}))[^()\\n]{1,400}\\)"
                            + "(?!\\s{0,2}[-+*/×÷=≈^\\d])");
    private static final Pattern REASON = Pattern
            .compile("(?i)(?:,\\s{0,2}(?:since|as)|[,;:—–]?\\s{1,2}because)(?!\\p{L})");
    private static final Pattern COURTESY = Pattern
            .compile(
                    "(?i)(?:please )?(?:let me know|feel free|if you (?:need|have|want|would)|i hope|would you like|do you want).*");
    private static final Pattern BESIDES = Pattern.compile("\\s{0,2}(?:\\p{L}{1,20})?[^\\p{L}\\p{N}=+*/×÷<>?-]{0,8}");
    private static final Pattern BARE_LEAD = Pattern.compile("[^\\p{L}\\p{N}\\\\√<>≤≥*/×÷]{0,8}");
    private static final Pattern TAKEN_BACK = Pattern.compile(
            "(?i)(?:^|[.,!\\n]\\s{0,2})so(?!\\p{L})|(?<!\\p{L})(?:wait|actually|sorry|correction|mistake|therefore|thus|hence|leaves|in total|the result|the total)(?!\\p{L})");
    private static final Pattern BOLD = Pattern.compile("\\*\\*([^*\\n]{1,100})\\*\\*");
    private static final Pattern RESULT = Pattern.compile("[=≈]");
    private static final int CONTEXT = 40;

    private NumberExtractor() {}

    /** The outcome of reading an answer. */
    sealed interface Reading {}

    /** No number at all. */
    record None() implements Reading {}

    /**
     * Numbers, but not one answer.
     *
     * @param text   the text that was read
     * @param reason why it is no answer
     */
    record Unclear(String text, String reason) implements Reading {}

    /**
     * One number, with a value.
     *
     * @param number the number
     */
    record Settled(WrittenNumber number) implements Reading {}

    /** Reads an answer. */
    static Reading read(String answer) {
        String text = AnswerText.plain(NumberNotation.plain(answer));
        for (AnswerMarks.Mark mark : AnswerMarks.find(text)) {
            Optional<Reading> reading = marked(mark.content());
            if (reading.isPresent()) {
                return reading.get();
            }
        }
        List<String> lines = AnswerText.lines(text);
        return first(text, lines).or(() -> bold(answer)).or(() -> last(lines)).or(() -> word(text))
                .orElseGet(None::new);
    }

    private static Optional<Reading> first(String text, List<String> lines) {
        if (lines.size() < 2 || TAKEN_BACK.matcher(text).find()) {
            return Optional.empty();
        }
        Optional<WrittenNumber> number = alone(lines.getFirst());
        boolean others = number.isPresent()
                && lines.stream().skip(1).anyMatch(line -> alone(line).isPresent());
        return others ? Optional.empty() : number.map(Settled::new);
    }

    /** Reads the number of a line that has only a number, with a unit and punctuation allowed. */
    private static Optional<WrittenNumber> alone(String line) {
        if (line.length() > CONTEXT) {
            return Optional.empty();
        }
        List<WrittenNumber> numbers = WrittenNumber.find(line);
        return numbers.stream().filter(number -> numbers.size() == 1 && number.value().isPresent()
                && BARE_LEAD.matcher(line.substring(0, number.start())).matches()
                && BESIDES.matcher(line.substring(number.end())).matches()).findFirst();
    }

    private static Optional<Reading> bold(String answer) {
        String text = NumberNotation.plain(answer);
        List<MatchResult> passages = BOLD.matcher(text).results().limit(2).toList();
        if (passages.size() != 1 || alone(AnswerText.plain(passages.getFirst().group(1)).strip()).isEmpty()) {
            return Optional.empty();
        }
        MatchResult passage = passages.getFirst();
        int lineEnd = text.indexOf('\n', passage.end());
        String before = AnswerText.plain(text.substring(text.lastIndexOf('\n', passage.start()) + 1, passage.start()));
        String after = AnswerText.plain(text.substring(passage.end(), lineEnd < 0 ? text.length() : lineEnd));
        String line = before + AnswerText.plain(passage.group(1)) + after;
        List<WrittenNumber> numbers = WrittenNumber.find(line);
        int chosen = (int) numbers.stream().takeWhile(number -> number.end() <= before.length()).count();
        boolean calculated = RESULT.matcher(after).find();
        boolean takenBack = TAKEN_BACK.matcher(text).region(passage.end(), text.length()).find();
        return calculated || takenBack || chosen == numbers.size() || denied(line, numbers.get(chosen))
                ? Optional.empty()
                : Optional.of(settle(line, numbers, chosen, false)).filter(Settled.class::isInstance);
    }

    private static Optional<Reading> last(List<String> lines) {
        Optional<Reading> courtesy = Optional.empty();
        for (String line : lines.reversed()) {
            for (String sentence : AnswerText.sentences(line).reversed()) {
                List<WrittenNumber> numbers = WrittenNumber.find(sentence);
                if (numbers.isEmpty()) {
                    continue;
                }
                Reading reading = settle(sentence, numbers, false);
                if (!COURTESY.matcher(sentence).matches()) {
                    return Optional.of(reading);
                }
                courtesy = courtesy.isEmpty() ? Optional.of(reading) : courtesy;
            }
        }
        return courtesy;
    }

    private static Optional<Reading> marked(String content) {
        for (String sentence : AnswerText.sentences(content)) {
            List<WrittenNumber> numbers = WrittenNumber.find(sentence);
            if (!numbers.isEmpty()) {
                return Optional.of(settle(sentence, numbers, true));
            }
            Optional<Reading> word = word(sentence);
            if (word.isPresent()) {
                return word;
            }
        }
        return Optional.empty();
    }

    private static Optional<Reading> word(String text) {
        return NumberNotation.word(text).map(value -> new Settled(new WrittenNumber(0, 0, Integer.toString(value),
                Optional.of(BigDecimal.valueOf(value)), false, Optional.empty())));
    }

    private static Reading settle(String written, List<WrittenNumber> all, boolean marked) {
        String sentence = withoutAsides(written, all.getFirst());
        List<WrittenNumber> numbers = sentence.equals(written) ? all : WrittenNumber.find(sentence);
        int chosen = choose(sentence, numbers, marked);
        return chosen < 0
                ? new Unclear(sentence, "The answer only says what it is not")
                : settle(sentence, numbers, chosen, marked);
    }

    /** Omits explanations; the first number stays. */
    private static String withoutAsides(String sentence, WrittenNumber first) {
        String behind = sentence.substring(first.end());
        Matcher reason = REASON.matcher(behind);
        String text = reason.find() ? behind.substring(0, reason.start()) : behind;
        return sentence.substring(0, first.end()) + ASIDE.matcher(text).replaceAll("");
    }

    private static Reading settle(String sentence, List<WrittenNumber> numbers, int chosen, boolean marked) {
        WrittenNumber number = numbers.get(chosen);
        if (number.value().isEmpty()) {
            return new Unclear(number.text(), "'" + number.text() + "' cannot be read as one number");
        }
        List<WrittenNumber> neighbours = new ArrayList<>();
        if (chosen > 0 && linked(sentence, numbers.get(chosen - 1), number, marked)) {
            neighbours.add(numbers.get(chosen - 1));
        }
        if (chosen + 1 < numbers.size() && linked(sentence, number, numbers.get(chosen + 1), marked)) {
            neighbours.add(numbers.get(chosen + 1));
        }
        if (!neighbours.isEmpty()) {
            return new Unclear(number.text(), "The answer does not settle on " + number.text() + " or "
                    + neighbours.getFirst().text());
        }
        if (BOUND.matcher(before(sentence, number)).find()) {
            return new Unclear(number.text(), "The answer gives a bound, not a number");
        }
        return new Settled(number);
    }

    /** Chooses the number with which the sentence ends; -1 if it denies them all. */
    private static int choose(String sentence, List<WrittenNumber> numbers, boolean marked) {
        int result = RESULT.matcher(sentence).results().mapToInt(sign -> sign.end()).reduce(-1,
                (first, second) -> second);
        for (int index = 0; result >= 0 && index < numbers.size(); index++) {
            if (numbers.get(index).start() >= result) {
                return index;
            }
        }
        int chosen = -1;
        for (int index = 0; index < numbers.size(); index++) {
            if (!denied(sentence, numbers.get(index)) && (chosen < 0 || !marked)) {
                chosen = index;
            }
        }
        return chosen;
    }

    private static boolean denied(String sentence, WrittenNumber number) {
        return DENIAL.matcher(before(sentence, number)).find()
                || DENIED.matcher(sentence).region(number.end(), sentence.length()).lookingAt();
    }

    private static boolean linked(String sentence, WrittenNumber left, WrittenNumber right, boolean marked) {
        if (right.start() < left.end() || left.value().equals(right.value())) {
            return false;
        }
        String gap = sentence.substring(left.end(), right.start());
        boolean joined = gap.isBlank() || (gap.length() <= CONTEXT && LINK.matcher(gap).matches());
        return joined || (marked && LIST.matcher(gap).matches());
    }

    private static String before(String sentence, WrittenNumber number) {
        return sentence.substring(Math.max(0, number.start() - CONTEXT), number.start());
    }
}
