package dev.ipw.benchmarks.arena;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The look of an answer, independent of its content. Markdown within blocks of code is not counted.
 *
 * @param length  its characters, code included
 * @param headers its headings, of all levels
 * @param lists   its items of lists, numbered ones too
 * @param bold    its passages in bold
 */
record AnswerStyle(long length, long headers, long lists, long bold) {
    /** The features that {@link #difference} compares, in order. */
    static final List<String> FEATURES = List.of("length", "headers", "lists", "bold");

    private static final Pattern CODE = Pattern.compile("```[^`]*+```");
    private static final Pattern HEADER = Pattern.compile("(?m)^#{1,6}\\s");
    private static final Pattern ITEM = Pattern.compile("(?m)^[ \\t]*+(?:\\d{1,9}\\.|[-*+])\\s");
    private static final Pattern BOLD = Pattern.compile("\\*\\*[^*\\n]++\\*\\*|__[^_\\n]++__");

    /** Measures the style of an answer. */
    static AnswerStyle of(String answer) {
        String prose = CODE.matcher(answer).replaceAll("");
        return new AnswerStyle(answer.codePointCount(0, answer.length()), count(HEADER, prose), count(ITEM, prose),
                count(BOLD, prose));
    }

    private static long count(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        long count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }

    /**
     * Returns the difference of this style from another: the difference of the lengths over their sum, and of each
     * element's density over the sum of both and one.
     *
     * @param other the other answer
     * @return a figure from -1 to 1 for each of {@link #FEATURES}; 0 if both look the same
     */
    double[] difference(AnswerStyle other) {
        double both = (double) length + other.length;
        return new double[]{both == 0 ? 0 : (length - other.length) / both,
                relative(density(headers), other.density(other.headers)),
                relative(density(lists), other.density(other.lists)),
                relative(density(bold), other.density(other.bold))};
    }

    private double density(long count) {
        return length == 0 ? 0 : (double) count / length;
    }

    private static double relative(double one, double other) {
        return (one - other) / (one + other + 1);
    }
}
