package dev.ipw.examples.embedded;

import java.util.List;
import java.util.Optional;

/**
 * The texts at which an answer ends.
 *
 * @param texts the texts, none of them empty
 */
record StopTexts(List<String> texts) {
    /** No texts: only the model ends the answer. */
    static final StopTexts NONE = new StopTexts(List.of());

    StopTexts {
        texts = List.copyOf(texts);
        if (texts.contains("")) {
            throw new IllegalArgumentException("A stop text is empty: give a text, or leave it out");
        }
    }

    /** Returns the stop text with which an answer ends. */
    Optional<String> reached(CharSequence answer) {
        return texts.stream().filter(text -> endsWith(answer, text, text.length())).findFirst();
    }

    /** Returns the number of characters at the end of an answer that may become a stop text. */
    int held(CharSequence answer) {
        int most = 0;
        for (String text : texts) {
            for (int length = text.length() - 1; length > most; length--) {
                if (endsWith(answer, text, length)) {
                    most = length;
                }
            }
        }
        return most;
    }

    private static boolean endsWith(CharSequence answer, String text, int length) {
        int from = answer.length() - length;
        for (int index = 0; from >= 0 && index < length; index++) {
            if (answer.charAt(from + index) != text.charAt(index)) {
                return false;
            }
        }
        return from >= 0;
    }
}
