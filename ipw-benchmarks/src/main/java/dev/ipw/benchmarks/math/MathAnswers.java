package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.Comparison.Way;
import dev.ipw.benchmarks.math.MathNode.Words;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** A comparison of two answers in LaTeX: as expressions where both can be read, else as text. */
record MathAnswers(OptionalInt decimalPlaces) {
    private static final Pattern STYLE = Pattern.compile(
            "\\\\(?:text|textbf|textit|textrm|textnormal|mbox|mathrm|mathbf|operatorname|left|right|displaystyle)"
                    + "(?![A-Za-z])"
                    + "|\\\\[!,;: ]|[\\s${}~]");
    private static final Pattern EDGES = Pattern.compile("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$");
    private static final Pattern POINT_DECIMAL = Pattern.compile("[-+]?\\d*\\.\\d{1,40}|[-+]?\\d{1,40}");
    private static final Pattern COMMA_DECIMAL = Pattern.compile("[-+]?\\d{1,40},\\d{1,40}");

    private static final Pattern SENTENCE = Pattern.compile("[\\p{L}\\s.,;!'-]*");

    /**
     * Compares two answers.
     *
     * @throws MathLimitException if the right answer is too large, or the comparison takes too much work
     */
    Comparison compare(String gold, String answer, WorkBudget budget) {
        String right = gold.strip();
        String given = withPoint(answer.strip(), gold.strip());
        try {
            MathNode rightNode = GroupReader.read(right, budget);
            Optional<MathNode> read = readAnswer(given, budget);
            if (read.isEmpty()) {
                return Comparison.different(Way.LIMIT);
            }
            MathNode givenNode = read.get();
            if (rightNode instanceof Words || givenNode instanceof Words) {
                return words(right, given);
            }
            return Units.differ(right, given)
                    ? Comparison.different(Way.UNIT)
                    : new MathEquivalence(budget, decimalPlaces).compare(rightNode, givenNode);
        } catch (UnreadableMathException unreadable) {
            return text(right, given);
        }
    }

    /** Reads a model's answer; empty if it is larger or deeper than any answer may be. */
    private static Optional<MathNode> readAnswer(String answer, WorkBudget budget) {
        try {
            return Optional.of(GroupReader.read(answer, budget));
        } catch (MathLimitException limit) {
            return Optional.empty();
        }
    }

    /**
     * Replaces a comma by a point where the other text is a decimal with a point; otherwise a comma separates two
     * numbers.
     */
    private static String withPoint(String text, String other) {
        return COMMA_DECIMAL.matcher(text).matches() && POINT_DECIMAL.matcher(other).matches() && other.contains(".")
                ? text.replace(',', '.')
                : text;
    }

    private static Comparison words(String gold, String answer) {
        String right = EDGES.matcher(plain(gold)).replaceAll("").toLowerCase(Locale.ROOT);
        String given = EDGES.matcher(plain(answer)).replaceAll("").toLowerCase(Locale.ROOT);
        return new Comparison(!right.isEmpty() && right.equals(given), Way.TEXT);
    }

    private static Comparison text(String gold, String answer) {
        if (SENTENCE.matcher(gold).matches()) {
            return words(gold, answer);
        }
        String right = plain(gold);
        return new Comparison(!right.isEmpty() && right.equals(plain(answer)), Way.TEXT);
    }

    private static String plain(String text) {
        return STYLE.matcher(text).replaceAll("");
    }
}
