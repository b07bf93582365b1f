package dev.ipw.examples.embedded;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finder of the arithmetic question in a conversation that writes it in the form of the models' training.
 *
 * <p>It only rewrites: {@code "What is 417 + 58?"} becomes {@code "417+58="}. Only the network answers.
 */
final class PromptReader {

    /**
     * The form of a question. The bounds keep matching time linear in the text; decimals and longer numbers are not the
     * models' task.
     */
    private static final Pattern QUESTION = Pattern.compile("(?<![\\d.,])0{0,9}(\\d{1,9})\\s{0,9}"
            + "([-+*xX\u00d7\u00b7\u2212\u2013])\\s{0,9}0{0,9}(\\d{1,9})(?!\\d|[.,]\\d)");

    private final CharacterTokenizer tokenizer;

    PromptReader(CharacterTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /**
     * Rewrites a conversation for the model. A question may be in any message of any author, and a message may continue
     * the one before: after {@code 475}, {@code + 3} is {@code 475+3=}.
     *
     * @return the last question as {@code 417+58=}; where there is none, all characters that the model knows, in their
     *         order, without newlines
     */
    String read(List<String> conversation) {
        for (int last = conversation.size() - 1; last >= 0; last--) {
            Optional<String> question = question(conversation.get(last));
            if (question.isEmpty() && last > 0) {
                question = question(conversation.get(last - 1) + CharacterTokenizer.NEWLINE + conversation.get(last));
            }
            if (question.isPresent()) {
                return question.get();
            }
        }
        return tokenizer.keepKnown(String.join("", conversation).replace("\n", ""));
    }

    private static Optional<String> question(String text) {
        MatchResult last = null;
        Matcher matcher = QUESTION.matcher(text);
        while (matcher.find()) {
            last = matcher.toMatchResult();
        }
        return Optional.ofNullable(last)
                .map(found -> found.group(1) + operator(found.group(2).charAt(0)) + found.group(3) + "=");
    }

    private static char operator(char written) {
        return switch (written) {
            case '+' -> '+';
            case '-', '\u2212', '\u2013' -> '-';
            default -> '*';
        };
    }
}
