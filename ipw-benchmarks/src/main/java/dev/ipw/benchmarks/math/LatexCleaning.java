package dev.ipw.benchmarks.math;

import java.math.BigInteger;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The conversion of plain Unicode, currency signs and grouped digits into one form of LaTeX. */
final class LatexCleaning {
    private static final Map<Character, String> UNICODE = Map.ofEntries(Map.entry('π', "\\pi "),
            Map.entry('√', "\\sqrt "),
            Map.entry('×', "\\times "), Map.entry('·', "\\times "), Map.entry('⋅', "\\times "),
            Map.entry('∙', "\\times "),
            Map.entry('÷', "/"), Map.entry('−', "-"), Map.entry('–', "-"), Map.entry('∞', "\\infty "),
            Map.entry('≤', "\\le "), Map.entry('≥', "\\ge "), Map.entry('≠', "\\ne "), Map.entry('≈', "\\approx "),
            Map.entry('∪', "\\cup "), Map.entry('∩', "\\cap "), Map.entry('∈', "\\in "), Map.entry('±', "\\pm "),
            Map.entry('∓', "\\mp "), Map.entry('°', "^\\circ "), Map.entry('²', "^2"), Map.entry('³', "^3"),
            Map.entry('¹', "^1"), Map.entry('⁴', "^4"), Map.entry('½', "\\frac12 "), Map.entry('¼', "\\frac14 "),
            Map.entry('¾', "\\frac34 "), Map.entry('∅', "\\emptyset "), Map.entry('⁄', "/"), Map.entry('∕', "/"),
            Map.entry('’', "'"), Map.entry('′', "'"), Map.entry('θ', "\\theta "), Map.entry('α', "\\alpha "),
            Map.entry('β', "\\beta "), Map.entry('⟨', "\\langle "), Map.entry('⟩', "\\rangle "),
            Map.entry('\u00A0', " "),
            Map.entry('€', ""), Map.entry('£', ""), Map.entry('$', ""), Map.entry('\u202F', " "),
            Map.entry('\u2009', " "));
    private static final Pattern MARKED_COMMA = Pattern
            .compile("(?<=\\d)\\s{0,3}(?:\\{\\s{0,3},\\s{0,3}\\}|,\\s{0,3}\\\\!)\\s{0,3}(?=\\d{3}(?!\\d))");
    private static final Pattern GROUPED_BY_SPACE = Pattern
            .compile("(?<![\\d.,\\\\}])\\d{1,3}(?:(?: |\\\\,|\\\\ |~)\\d{3}){1,40}(?![\\d.,/]|\\s?\\\\frac)");
    /** A backslash of a text that was escaped twice; in a matrix two backslashes end a row. */
    private static final Pattern DOUBLED_BACKSLASH = Pattern.compile("\\\\\\\\(?=[A-Za-z{}])");
    private static final Pattern SPACE = Pattern.compile("\\\\,|\\\\ |~| ");

    private static final Pattern REPEATING = Pattern
            .compile("(?<![\\d.])(\\d{0,40})\\.(\\d{0,40})\\\\(?:overline|bar)\\s?\\{(\\d{1,40})\\}");

    /** A power of ten in the notation of programs. */
    private static final Pattern EXPONENT = Pattern
            .compile("(?<![\\w.\\\\}])(\\d{1,40}(?:\\.\\d{1,40})?)[eE]([+-]?\\d{1,4})(?![\\w.{^])");

    private LatexCleaning() {}

    static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        String single = text.contains("\\begin") ? text : DOUBLED_BACKSLASH.matcher(text).replaceAll("\\\\");
        String undollared = single.replace("\\$", " ");
        for (int index = 0; index < undollared.length(); index++) {
            char letter = undollared.charAt(index);
            clean.append(UNICODE.getOrDefault(letter, String.valueOf(letter)));
        }
        String joined = MARKED_COMMA.matcher(clean).replaceAll("");
        String powers = EXPONENT.matcher(joined).replaceAll("$1\\\\times 10^{$2}");
        String exact = REPEATING.matcher(powers).replaceAll(number -> Matcher.quoteReplacement(fraction(number)));
        return GROUPED_BY_SPACE.matcher(exact).replaceAll(group -> SPACE.matcher(group.group()).replaceAll(""));
    }

    /** Writes a repeating decimal as a fraction. */
    private static String fraction(MatchResult number) {
        String start = "0" + number.group(1) + number.group(2);
        BigInteger top = new BigInteger(start + number.group(3)).subtract(new BigInteger(start));
        BigInteger bottom = BigInteger.TEN.pow(number.group(2).length())
                .multiply(BigInteger.TEN.pow(number.group(3).length()).subtract(BigInteger.ONE));
        return "\\frac{" + top + "}{" + bottom + "}";
    }
}
