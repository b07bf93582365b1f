package dev.ipw.examples.embedded;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Find the arithmetic question in a text and writes it as the models were trained to read it.
 *
 * <p>Only rewrites: {@code "What is 417 + 58?"} becomes {@code "417+58="}. The answer is the network's alone.
 */
final class PromptReader {

    /** The bounds keep matching time linear in the text; decimals and longer numbers are not the models' task. */
    private static final Pattern QUESTION = Pattern.compile("(?<![\\d.,])0{0,9}(\\d{1,9})\\s{0,9}"
            + "([-+*xX\u00d7\u00b7\u2212\u2013])\\s{0,9}0{0,9}(\\d{1,9})(?!\\d|[.,]\\d)");

    private final CharacterTokenizer tokenizer;

    PromptReader(CharacterTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /**
     * Rewrite a text for the model.
     *
     * @return the last question in the text as {@code 417+58=}; where there is none, all characters of the text that
     *     the model knows, in their order, newlines left out
     */
    String read(String text) {
        MatchResult last = null;
        Matcher matcher = QUESTION.matcher(text);
        while (matcher.find()) {
            last = matcher.toMatchResult();
        }
        if (last == null) {
            return tokenizer.keepKnown(text.replace("\n", ""));
        }
        return last.group(1) + operator(last.group(2).charAt(0)) + last.group(3) + "=";
    }

    private static char operator(char written) {
        return switch (written) {
            case '+' -> '+';
            case '-', '\u2212', '\u2013' -> '-';
            default -> '*';
        };
    }
}
