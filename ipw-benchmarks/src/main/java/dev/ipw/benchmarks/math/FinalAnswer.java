package dev.ipw.benchmarks.math;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finder of the final answer in a model's text: the last box; else behind the last marker such as "Final Answer:",
 * "the answer is" or "ANSWER:"; else the last mathematics between dollar signs or the like; else the number at the end
 * of the last line. A text of one line that is mathematics is the answer itself.
 */
final class FinalAnswer {
    private static final int MAX_CHARACTERS = 200_000;
    private static final int LONGEST_BARE_ANSWER = 200;
    private static final Pattern MARKER = Pattern.compile("(?i)(?:final\\s{1,3}answer|(?<!\\p{L})answer)[*_`\\s]{0,6}"
            + "(?::|(?:is|are|would be|must be)(?!\\p{L}):?)[*_`\\s]{0,6}");
    private static final Pattern FINAL_MARKER = Pattern.compile("(?i)final\\s{1,3}answer[*_`\\s]{0,6}(?::|is)");
    private static final Pattern SECOND_MARKER = Pattern
            .compile("(?i)^(?:the\\s{1,3})?(?:final\\s{1,3})?answer\\s{1,3}is:?\\s{0,3}");
    private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s|$|\")|\\n|<\\|");
    private static final Pattern LAST_VERB = Pattern
            .compile("(?i)^.*\\s(?:is|are|equals|be)(?!\\p{L}):?\\s{1,3}(?=\\S)");
    private static final Pattern LAST_NUMBER = Pattern.compile("(?<![\\p{L}\\d.,/])-?"
            + "(?:\\d{1,3}(?:,\\d{3}){1,20}|\\d{1,100})"
            + "(?:[.,/]\\d{1,100})?(?:\\s?(?:%|percent|pct))?|(?<![\\p{L}\\d.,/])-?\\.\\d{1,100}");
    private static final Pattern QUOTES = Pattern.compile("^[\\s\"'*_`“”]+|[\\s\"'*_`“”]+$");
    private static final Pattern BARE = Pattern.compile("(?s)[^\\n]{0,200}");

    private FinalAnswer() {}

    /** Finds the answer in a text without reasoning. */
    static Optional<String> of(String text) {
        String end = text.length() > MAX_CHARACTERS ? text.substring(text.length() - MAX_CHARACTERS) : text;
        return corrected(end).or(() -> BoxedAnswers.last(end)).or(() -> marked(end)).or(() -> bare(end))
                .or(() -> MathSpans.last(end)).or(() -> number(end))
                .map(FinalAnswer::unquoted).filter(answer -> !answer.isBlank());
    }

    /** Returns a final answer behind the last box. It has precedence over the box if it contains a digit. */
    private static Optional<String> corrected(String text) {
        int boxEnd = BoxedAnswers.end(text);
        String rest = boxEnd == 0 ? "" : text.substring(boxEnd);
        return FINAL_MARKER.matcher(rest).find()
                ? marked(rest).filter(answer -> answer.chars().anyMatch(Character::isDigit))
                : Optional.empty();
    }

    private static Optional<String> marked(String text) {
        Matcher marker = MARKER.matcher(text);
        int from = -1;
        while (marker.find()) {
            from = marker.end();
        }
        if (from < 0 || from >= text.length()) {
            return Optional.empty();
        }
        String rest = SECOND_MARKER.matcher(text.substring(from)).replaceFirst("");
        String sentence = sentence(rest);
        Matcher verb = LAST_VERB.matcher(sentence);
        String value = verb.find() ? sentence.substring(verb.end()) : sentence;
        return MathSpans.last(value).or(() -> isMathematics(value) ? Optional.of(value) : number(value))
                .or(() -> Optional.of(value))
                .filter(answer -> !answer.isBlank());
    }

    /** Cuts at the end of the sentence or the line, but not inside mathematics. */
    private static String sentence(String text) {
        List<MathSpans.Span> spans = MathSpans.of(text);
        Matcher end = SENTENCE_END.matcher(text);
        int span = 0;
        while (end.find()) {
            while (span < spans.size() && spans.get(span).end() <= end.start()) {
                span++;
            }
            if (span == spans.size() || spans.get(span).start() > end.start()) {
                return text.substring(0, end.start());
            }
        }
        return text;
    }

    /** Returns a text of one line without words around it, which is the answer. */
    private static Optional<String> bare(String text) {
        String stripped = unquoted(text.strip());
        boolean isShort = stripped.length() <= LONGEST_BARE_ANSWER && BARE.matcher(stripped).matches();
        if (!isShort || !MathSpans.of(stripped).isEmpty() || stripped.split("\\s+(?=\\p{L}{2})").length > 3) {
            return Optional.empty();
        }
        return isMathematics(stripped) ? Optional.of(stripped) : Optional.empty();
    }

    /**
     * Returns whether a text is an answer. Words alone, such as a name, may be an answer; words among numbers are a
     * sentence.
     */
    private static boolean isMathematics(String text) {
        try {
            MathNode node = GroupReader.read(text, WorkBudget.ofComparison());
            boolean hasDigits = text.chars().anyMatch(Character::isDigit);
            return !hasDigits || !node.has(part -> part instanceof MathNode.Words);
        } catch (UnreadableMathException | MathLimitException | NoExactFormException notMathematics) {
            return false;
        }
    }

    private static Optional<String> number(String text) {
        String last = text.lines().filter(line -> !line.isBlank()).reduce("", (earlier, later) -> later);
        Matcher number = LAST_NUMBER.matcher(last);
        Optional<String> found = Optional.empty();
        while (number.find()) {
            found = Optional.of(number.group());
        }
        return found;
    }

    private static String unquoted(String text) {
        return QUOTES.matcher(text).replaceAll("").replaceFirst("[.,;:]$", "");
    }
}
