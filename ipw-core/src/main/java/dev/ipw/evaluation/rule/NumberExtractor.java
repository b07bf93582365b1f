package dev.ipw.evaluation.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Read the number that an answer settles on:
 * <ol>
 * <li>in what the last mark with a number marks ({@code \boxed{475}}, "the answer is 475", "Answer: 475"): the number
 * after the last equals sign, or else the first one that is not denied ("not 5 but 6" is 6);</li>
 * <li>without a mark, in the last line with a number, in its last sentence with one: the number after the last equals
 * sign, or else the last one that is not denied;</li>
 * <li>without any digits, a number word from zero to twelve that opens what is marked, or the whole answer.</li>
 * </ol>
 * A number that is only one of several ("3 or 4", "between 3 and 4", "3-4", and after a mark "3, 4"), part of a
 * calculation without result ("417 + 58"), a strict bound ("more than 5"), or not readable ("12:30") is unclear.
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
                    + "|above|below|almost|nearly|up to)\\s{1,3}|[<>≤≥]\\s{0,3})$");
    private static final Pattern RESULT = Pattern.compile("[=≈]");
    private static final int CONTEXT = 40;

    private NumberExtractor() {}

    /** Say what was read. */
    sealed interface Reading {}

    /** No number at all. */
    record None() implements Reading {}

    /**
     * Numbers, but not one answer.
     *
     * @param text   what was read
     * @param reason why it is no answer
     */
    record Unclear(String text, String reason) implements Reading {}

    /**
     * One number, with a value.
     *
     * @param number the number
     */
    record Settled(WrittenNumber number) implements Reading {}

    /** Read an answer. */
    static Reading read(String answer) {
        String text = AnswerText.plain(NumberNotation.plain(answer));
        for (AnswerMarks.Mark mark : AnswerMarks.find(text)) {
            Optional<Reading> reading = marked(mark.content());
            if (reading.isPresent()) {
                return reading.get();
            }
        }
        for (String line : AnswerText.lines(text).reversed()) {
            for (String sentence : AnswerText.sentences(line).reversed()) {
                List<WrittenNumber> numbers = WrittenNumber.find(sentence);
                if (!numbers.isEmpty()) {
                    return settle(sentence, numbers, false);
                }
            }
        }
        return word(text).orElseGet(None::new);
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

    private static Reading settle(String sentence, List<WrittenNumber> numbers, boolean marked) {
        int chosen = choose(sentence, numbers, marked);
        if (chosen < 0) {
            return new Unclear(sentence, "The answer only says what it is not");
        }
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

    /** Choose the number that the sentence ends up with; -1 if it denies them all. */
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
            boolean denied = DENIAL.matcher(before(sentence, numbers.get(index))).find();
            if (!denied && (chosen < 0 || !marked)) {
                chosen = index;
            }
        }
        return chosen;
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
