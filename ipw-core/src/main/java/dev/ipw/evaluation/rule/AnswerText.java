package dev.ipw.evaluation.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The form of a model's answer that the rules read. Every step takes time in proportion to the text. */
final class AnswerText {
    /** A letter of a language that separates words by spaces; Chinese, Japanese and Korean join them to A or to 42. */
    static final String SPACED_LETTER = "[\\p{L}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]]";

    private static final Pattern SPACED = Pattern.compile(SPACED_LETTER);
    private static final Pattern FULL_WIDTH = Pattern.compile("[\\uFF01-\\uFF5E]");
    /** The offset from a full-width form to its ordinary one. */
    private static final int HALF_WIDTH = '!' - '\uFF01';
    private static final Pattern PAIRED_EMPHASIS = Pattern.compile("\\*\\*|__|`|\\$(?!\\d)|(?<=\\d)\\$");
    private static final Pattern SINGLE_EMPHASIS = Pattern
            .compile(
                    "(?<![\\p{L}\\p{N}\\s)])[*_]|[*_](?![\\p{L}\\p{N}\\s(])|(?<=\\s)[*_](?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])[*_](?=\\s)");
    private static final Pattern LINE_PREFIX = Pattern
            .compile("(?m)^[ \\t]{0,8}(?:#{1,3}[ \\t]|>[ \\t]?|[-*•+][ \\t])[ \\t]{0,4}");
    private static final Pattern LATEX_STYLE = Pattern
            .compile("\\\\(?:text|textbf|textit|mathrm|mathbf|mathit|mathsf|operatorname)\\s{0,2}\\{([^{}]{0,200})\\}");
    private static final Pattern LATEX_SPACE = Pattern
            .compile("\\\\[()\\[\\]!;:]|\\\\(?:left|right|quad|displaystyle)(?!\\p{L})");
    private static final Pattern SENTENCE_END = Pattern
            .compile("[.!?](?=\\s{1,4}[\\p{Lu}\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}\"'(]|\\s{0,4}$)");

    private AnswerText() {}

    /**
     * Removes Markdown's and LaTeX's styling, and keeps words, numbers and line breaks. Full-width letters, digits and
     * punctuation become ordinary ones.
     */
    static String plain(String text) {
        String unified = ordinaryWidth(text).replace("\r\n", "\n").replace('\r', '\n').replace('\u00A0', ' ')
                .replace('’', '\'');
        String unstyled = LATEX_STYLE.matcher(unified).replaceAll("$1");
        String spaced = LATEX_SPACE.matcher(unstyled).replaceAll(" ");
        String lines = LINE_PREFIX.matcher(spaced).replaceAll("");
        return SINGLE_EMPHASIS.matcher(PAIRED_EMPHASIS.matcher(lines).replaceAll("")).replaceAll("");
    }

    private static String ordinaryWidth(String text) {
        String spaced = text.replace('\u3000', ' ').replace("。", ". ").replace("、", ", ");
        return FULL_WIDTH.matcher(spaced).replaceAll(
                found -> Matcher.quoteReplacement(Character.toString(found.group().charAt(0) + HALF_WIDTH)));
    }

    /** Returns whether a character is a letter that belongs to the adjacent word or number. */
    static boolean isSpacedLetter(char character) {
        return SPACED.matcher(Character.toString(character)).matches();
    }

    /** Returns the lines that are not blank, stripped. */
    static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    /** Splits a line into sentences: a full stop, exclamation or question mark before white space and a capital. */
    static List<String> sentences(String line) {
        List<String> sentences = new ArrayList<>();
        Matcher end = SENTENCE_END.matcher(line);
        int start = 0;
        while (end.find()) {
            sentences.add(line.substring(start, end.end()).strip());
            start = end.end();
        }
        if (start < line.length()) {
            sentences.add(line.substring(start).strip());
        }
        return sentences.stream().filter(sentence -> !sentence.isEmpty()).toList();
    }
}
