package dev.ipw.benchmarks.scoring;

import java.util.function.IntPredicate;

/** The removal of punctuation. The characters are ASCII's punctuation and symbols, and Unicode's punctuation. */
final class Punctuation {
    private static final String BEFORE_NUMBER = "+-−$€£¥.";
    private static final String ASCII = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    private Punctuation() {}

    static boolean isAscii(int character) {
        return ASCII.indexOf(character) >= 0;
    }

    private static boolean isPunctuation(int character) {
        return isAscii(character) || switch (Character.getType(character)) {
            case Character.CONNECTOR_PUNCTUATION, Character.DASH_PUNCTUATION, Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION, Character.INITIAL_QUOTE_PUNCTUATION, Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION ->
                true;
            default -> false;
        };
    }

    /**
     * Removes punctuation and white space at both ends. Dollar signs at both ends are LaTeX's marks and are removed.
     * Signs that change a number stay: a sign and a currency before it, a percent sign behind it; and the end of names
     * such as C++ and C#.
     */
    static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isEdge(text.charAt(start)) && !isKeptAtStart(text, start)) {
            start++;
        }
        while (end > start && isEdge(text.charAt(end - 1)) && !isKeptAtEnd(text, end - 1)) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isKeptAtStart(String text, int at) {
        boolean isMath = text.charAt(at) == '$' && text.indexOf('$', at + 1) > 0;
        return BEFORE_NUMBER.indexOf(text.charAt(at)) >= 0 && !isMath && startsNumber(text, at + 1);
    }

    private static boolean startsNumber(String text, int at) {
        if (at >= text.length()) {
            return false;
        }
        char next = text.charAt(at);
        return Character.isDigit(next)
                || ((next == '.' || BEFORE_NUMBER.indexOf(next) >= 0) && startsNumber(text, at + 1));
    }

    private static boolean isKeptAtEnd(String text, int at) {
        if (at == 0) {
            return false;
        }
        char before = text.charAt(at - 1);
        return switch (text.charAt(at)) {
            case '%' -> Character.isDigit(before);
            case '+' -> Character.isLetter(before) || (before == '+' && isKeptAtEnd(text, at - 1));
            case '#' -> Character.isLetter(before);
            default -> false;
        };
    }

    private static boolean isEdge(char character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || isPunctuation(character)
                || "€£¥−".indexOf(character) >= 0;
    }

    /** Removes every punctuation character. */
    static String removed(String text) {
        return filter(text, character -> !isPunctuation(character));
    }

    /** Removes every ASCII punctuation character. */
    static String asciiRemoved(String text) {
        return filter(text, character -> !isAscii(character));
    }

    private static String filter(String text, IntPredicate isKept) {
        return text.codePoints().filter(isKept)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }
}
