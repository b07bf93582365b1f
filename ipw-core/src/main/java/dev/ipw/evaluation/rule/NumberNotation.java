package dev.ipw.evaluation.rule;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The conversion of LaTeX and Unicode notations of numbers to plain ones. */
final class NumberNotation {
    private static final Pattern FRACTION = Pattern
            .compile(
                    "\\\\[dt]?frac\\s{0,2}\\{\\s{0,2}(\\d{1,30}(?:\\.\\d{1,10})?)\\s{0,2}\\}\\s{0,2}\\{\\s{0,2}(\\d{1,30}(?:\\.\\d{1,10})?)\\s{0,2}\\}");
    private static final Pattern GROUPING = Pattern.compile("(?<=\\d)(?:\\{,\\}|\\\\,)(?=\\d{3})");
    /** A longer row of numbers is not grouped by thousands. */
    private static final Pattern SPACES = Pattern
            .compile("(?<![\\p{N}.,'_^/-]|\\d )[1-9]\\d{0,2}(?: \\d{3}){2,8}(?!\\d| \\d|[/'^])");
    private static final Pattern UNBREAKABLE = Pattern.compile("(?<=\\d)\\u00A0(?=\\d{3}(?!\\d))");
    private static final char NARROW_SPACE = '\u202F';
    private static final Pattern TIMES = Pattern.compile("\\\\(?:times|cdot)(?!\\p{L})");
    private static final Pattern APPROXIMATELY = Pattern.compile("\\\\(?:approx|simeq|sim)(?!\\p{L})");
    private static final Pattern DEGREES = Pattern
            .compile("\\^\\s?\\{?\\\\circ\\}?|°|(?<=\\d)\\s{0,2}degrees?(?!\\p{L})");
    private static final Pattern CELSIUS = Pattern.compile("(?:\\^\\s?\\{?\\\\circ\\}?|°)\\s?C(?!\\p{L})|℃");
    private static final Pattern FAHRENHEIT = Pattern.compile("(?:\\^\\s?\\{?\\\\circ\\}?|°)\\s?F(?!\\p{L})|℉");
    private static final Pattern ESCAPED = Pattern.compile("\\\\([%$])");
    private static final Pattern SPEED = Pattern
            .compile("(?i)(?<=\\d\\s)(?:(kilomet(?:er|re)s?)|(miles?)|met(?:er|re)s?)"
                    + "\\s{1,2}(?:per|an?)\\s{1,2}(?:(hour)|second)(?!\\p{L})");
    private static final Pattern SUPERSCRIPTS = Pattern.compile("[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,9}");
    private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final Pattern VULGAR = Pattern.compile("[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]");
    private static final Map<String, String> FRACTIONS = Map.ofEntries(Map.entry("½", "1/2"), Map.entry("⅓", "1/3"),
            Map.entry("⅔", "2/3"), Map.entry("¼", "1/4"), Map.entry("¾", "3/4"), Map.entry("⅕", "1/5"),
            Map.entry("⅖", "2/5"), Map.entry("⅗", "3/5"), Map.entry("⅘", "4/5"), Map.entry("⅙", "1/6"),
            Map.entry("⅛", "1/8"), Map.entry("⅜", "3/8"), Map.entry("⅝", "5/8"), Map.entry("⅞", "7/8"));
    private static final Pattern WORD = Pattern.compile(
            "(?i)\\W{0,6}(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
                    + "(?![\\p{L}\\p{N}-]|\\s{1,3}(?:hundred|thousand|million|or|and|to|of)(?!\\p{L})).*",
            Pattern.DOTALL);
    private static final Map<String, Integer> WORDS = Map.ofEntries(Map.entry("zero", 0), Map.entry("one", 1),
            Map.entry("two", 2), Map.entry("three", 3), Map.entry("four", 4), Map.entry("five", 5), Map.entry("six", 6),
            Map.entry("seven", 7), Map.entry("eight", 8), Map.entry("nine", 9), Map.entry("ten", 10),
            Map.entry("eleven", 11), Map.entry("twelve", 12));

    private NumberNotation() {}

    /** Converts LaTeX, and Unicode's fraction and superscript characters. */
    static String plain(String text) {
        String fractions = FRACTION.matcher(text)
                .replaceAll(found -> (spaced(text, found.start()) + found.group(1) + "/" + found.group(2)));
        String unbroken = UNBREAKABLE.matcher(fractions).replaceAll(String.valueOf(NARROW_SPACE));
        String spaced = SPACES.matcher(unbroken).replaceAll(found -> found.group().replace(' ', NARROW_SPACE));
        String grouped = GROUPING.matcher(spaced).replaceAll("");
        String times = TIMES.matcher(grouped).replaceAll("×");
        String equals = APPROXIMATELY.matcher(times).replaceAll("≈");
        String celsius = CELSIUS.matcher(equals).replaceAll(" celsius");
        String temperatures = FAHRENHEIT.matcher(celsius).replaceAll(" fahrenheit");
        String escaped = ESCAPED.matcher(DEGREES.matcher(temperatures).replaceAll("")).replaceAll("$1");
        String speeds = SPEED.matcher(escaped).replaceAll(NumberNotation::speed);
        String raised = SUPERSCRIPTS.matcher(speeds).replaceAll(found -> "^" + lowered(found.group()));
        return VULGAR.matcher(raised)
                .replaceAll(found -> spaced(raised, found.start()) + FRACTIONS.getOrDefault(found.group(), ""));
    }

    /** Returns the symbol of a speed in words; words without a known symbol are unchanged. */
    private static String speed(MatchResult words) {
        boolean hourly = words.group(3) != null;
        boolean kilometres = words.group(1) != null;
        boolean miles = words.group(2) != null;
        if (hourly && (kilometres || miles)) {
            return kilometres ? "km/h" : "mph";
        }
        return hourly || kilometres || miles ? Matcher.quoteReplacement(words.group()) : "m/s";
    }

    /** Separates a fraction from the whole number before it. */
    private static String spaced(String text, int at) {
        return at > 0 && Character.isDigit(text.charAt(at - 1)) ? " " : "";
    }

    private static String lowered(String raised) {
        StringBuilder lowered = new StringBuilder();
        for (int index = 0; index < raised.length(); index++) {
            char character = raised.charAt(index);
            int digit = RAISED.indexOf(character);
            lowered.append(digit >= 0 ? (char) ('0' + digit) : character == '⁻' ? '-' : '+');
        }
        return lowered.toString();
    }

    /** Reads a text that begins with a number word from zero to twelve. */
    static Optional<Integer> word(String text) {
        Matcher matcher = WORD.matcher(text);
        @Nullable
        Integer value = matcher.matches() ? WORDS.get(matcher.group(1).toLowerCase(Locale.ROOT)) : null;
        return Optional.ofNullable(value);
    }
}
