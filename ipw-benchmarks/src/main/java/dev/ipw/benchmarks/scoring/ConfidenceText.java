package dev.ipw.benchmarks.scoring;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A reader of the confidence that a model states, as in {@code Confidence: 85%}. */
public final class ConfidenceText {
    private static final Pattern CONFIDENCE = Pattern
            .compile("(?i)(?<!\\p{L})confidence(?: score| level)?[*_ \\t]{0,6}[:=][*_ \\t]{0,6}"
                    + "(\\d{1,3}(?:\\.\\d{1,9})?|\\.\\d{1,9})[ \\t]{0,3}(%?)(?![\\d.]*\\d)");
    private static final double HUNDRED = 100;

    private ConfidenceText() {}

    /**
     * Reads the last confidence that an answer states, on a scale of 0 to 100. A number of at most 1 that has a decimal
     * point and no percent sign is taken for a share.
     *
     * @param answer a model's answer
     * @return the confidence from 0 to 1; empty if none is stated or it is above 100 %
     */
    public static OptionalDouble read(String answer) {
        Matcher matcher = CONFIDENCE.matcher(BoundedPattern.end(answer));
        OptionalDouble last = OptionalDouble.empty();
        while (matcher.find()) {
            double value = Double.parseDouble(matcher.group(1));
            boolean isShare = matcher.group(2).isEmpty() && matcher.group(1).contains(".") && value <= 1;
            double share = isShare ? value : value / HUNDRED;
            last = share <= 1 ? OptionalDouble.of(share) : OptionalDouble.empty();
        }
        return last;
    }
}
