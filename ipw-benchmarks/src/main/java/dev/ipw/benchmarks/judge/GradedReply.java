package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.io.ReasoningText;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The grade of an answer, with the parts that the judge read in the answer.
 *
 * @param word        the grade
 * @param finalAnswer the answer's final statement; empty if the judge names none
 * @param confidence  the confidence that the answer states, from 0 to 1; empty if it states none
 */
record GradedReply(String word, Optional<String> finalAnswer, OptionalDouble confidence) {
    /** The fields of a JSON reply. */
    static final String FINAL_ANSWER = "extracted_final_answer";
    static final String CONFIDENCE = "confidence";
    static final String QUOTE = "confidence_quote";

    private static final Pattern STATED_ANSWER = line("FINAL ANSWER");
    private static final Pattern STATED_CONFIDENCE = line("CONFIDENCE");
    private static final Pattern STATED_QUOTE = line("QUOTE");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,9})?)[ \\t]{0,3}%?");
    private static final Pattern NOT_WORDS = Pattern.compile("[^\\p{L}\\p{N}%]+");
    private static final String NONE = "none";
    private static final double HUNDRED = 100;

    private static Pattern line(String name) {
        return Pattern.compile(
                "(?im)^[ \\t*_`]{0,6}" + name + "[*_`]{0,4}[ \\t]{0,3}:[*_`]{0,4}[ \\t]{0,3}([^\\r\\n]{1,2000})$");
    }

    /** Makes a reply with a grade only. */
    static GradedReply ofGrade(String word) {
        return new GradedReply(word, Optional.empty(), OptionalDouble.empty());
    }

    /**
     * Reads the fields beside a grade. A confidence counts only with words that the answer contains, so that a judge
     * cannot invent one.
     *
     * @param word   the grade
     * @param reply  the reply of the judge
     * @param answer the judged answer
     */
    static GradedReply of(String word, String reply, String answer) {
        String text = ReasoningText.removed(reply);
        return ReplyText.object(reply)
                .map(fields -> of(word, text(fields, FINAL_ANSWER), number(fields.path(CONFIDENCE)),
                        text(fields, QUOTE), answer))
                .orElseGet(() -> of(word, last(STATED_ANSWER, text), last(STATED_CONFIDENCE, text)
                        .map(GradedReply::percent).orElse(OptionalDouble.empty()), last(STATED_QUOTE, text), answer));
    }

    private static GradedReply of(String word, Optional<String> finalAnswer, OptionalDouble confidence,
            Optional<String> quote, String answer) {
        boolean isThere = quote.map(GradedReply::words).filter(words -> !words.isBlank())
                .filter(words -> words(answer).contains(words)).isPresent();
        return new GradedReply(word, finalAnswer, isThere ? confidence : OptionalDouble.empty());
    }

    private static String words(String text) {
        return NOT_WORDS.matcher(text).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
    }

    private static Optional<String> text(JsonNode fields, String name) {
        JsonNode field = fields.path(name);
        return field.isTextual() ? something(field.asText()) : Optional.empty();
    }

    private static Optional<String> last(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        Optional<String> last = Optional.empty();
        while (matcher.find()) {
            last = Optional.of(matcher.group(1));
        }
        return last.flatMap(GradedReply::something);
    }

    private static Optional<String> something(String text) {
        String stripped = text.strip();
        return stripped.isEmpty() || stripped.equalsIgnoreCase(NONE) ? Optional.empty() : Optional.of(stripped);
    }

    private static OptionalDouble number(JsonNode field) {
        return field.isNumber() ? share(field.asDouble()) : OptionalDouble.empty();
    }

    private static OptionalDouble percent(String text) {
        Matcher matcher = PERCENT.matcher(text.strip());
        return matcher.matches() ? share(Double.parseDouble(matcher.group(1))) : OptionalDouble.empty();
    }

    private static OptionalDouble share(double percent) {
        return percent >= 0 && percent <= HUNDRED ? OptionalDouble.of(percent / HUNDRED) : OptionalDouble.empty();
    }
}
