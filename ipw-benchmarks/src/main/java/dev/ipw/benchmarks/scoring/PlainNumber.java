package dev.ipw.benchmarks.scoring;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A decimal number between white space in a text: with a sign, thousands commas, an exponent, a currency sign before it
 * or a percent sign behind it, and punctuation, Markdown or the marks of LaTeX around it.
 *
 * @param text    the number as written, without the marks around it
 * @param value   its value, without regard to a percent sign
 * @param percent whether a percent sign follows
 */
record PlainNumber(String text, BigDecimal value, boolean percent) {
    private static final int MAX_CHARACTERS = 300;
    private static final String AROUND = "!?:;()[]{}'\"`~<=>@#^&|*_,.“”‘’\\\u00a0\u202f\u2007\u2009";
    private static final Pattern SPACE = Pattern.compile("(?U)\\s+");
    private static final Pattern SHAPE = Pattern
            .compile(
                    "([+\\-−]?)[$€£¥]?\\s?([+\\-−]?)(\\d{1,3}(?:,\\d{3})++|\\d*+)(\\.\\d*+)?(?:[eE]([+-]?\\d{1,3}))?(?:\\\\?(%))?");

    /** Reads a text that is one number and nothing else. */
    static Optional<PlainNumber> of(String text) {
        String word = stripped(text.strip());
        Matcher matcher = SHAPE.matcher(word);
        if (word.length() > MAX_CHARACTERS || !matcher.matches()) {
            return Optional.empty();
        }
        String fraction = matcher.group(4) == null ? "" : matcher.group(4);
        String digits = matcher.group(3).replace(",", "") + fraction;
        boolean noDigits = digits.chars().noneMatch(Character::isDigit);
        if (noDigits || (!matcher.group(1).isEmpty() && !matcher.group(2).isEmpty())) {
            return Optional.empty();
        }
        BigDecimal size = new BigDecimal(digits.endsWith(".") ? digits.substring(0, digits.length() - 1) : digits)
                .scaleByPowerOfTen(matcher.group(5) == null ? 0 : Integer.parseInt(matcher.group(5)));
        String sign = matcher.group(1) + matcher.group(2);
        boolean negative = sign.equals("-") || sign.equals("−");
        return Optional.of(new PlainNumber(word, negative ? size.negate() : size, matcher.group(6) != null));
    }

    /** Lists the numbers among the words of a text, in their order. */
    static List<PlainNumber> find(String text) {
        return SPACE.splitAsStream(text).map(PlainNumber::of).flatMap(Optional::stream).toList();
    }

    private static String stripped(String word) {
        int start = 0;
        int end = word.length();
        while (start < end && AROUND.indexOf(word.charAt(start)) >= 0 && !opensFraction(word, start)) {
            start++;
        }
        while (end > start && (word.charAt(end - 1) == '$' || AROUND.indexOf(word.charAt(end - 1)) >= 0)) {
            end--;
        }
        return word.substring(start, end);
    }

    private static boolean opensFraction(String word, int at) {
        return word.charAt(at) == '.' && at + 1 < word.length() && Character.isDigit(word.charAt(at + 1));
    }

    /** Returns whether it equals a right answer. A percentage equals only a percentage. */
    boolean meets(PlainNumber target) {
        return value.compareTo(target.value) == 0 && (!percent || target.percent);
    }
}
