package dev.ipw.examples.embedded;

import java.util.Arrays;

/** A tokenizer from text to tokens and back, one character each; a character's index in the vocabulary is its token. */
final class CharacterTokenizer {

    /** The character that begins every prompt and ends every answer. */
    static final char NEWLINE = '\n';

    private final String vocabulary;

    /**
     * Creates a tokenizer.
     *
     * @param vocabulary the known characters, including the newline
     */
    CharacterTokenizer(String vocabulary) {
        if (vocabulary.indexOf(NEWLINE) < 0) {
            throw new IllegalArgumentException("The vocabulary needs a newline, which ends every answer");
        }
        this.vocabulary = vocabulary;
    }

    /**
     * Encodes a text of known characters.
     *
     * @throws IllegalArgumentException if a character is not in the vocabulary
     */
    int[] encode(String text) {
        int[] tokens = new int[text.length()];
        for (int index = 0; index < tokens.length; index++) {
            tokens[index] = vocabulary.indexOf(text.charAt(index));
            if (tokens[index] < 0) {
                throw new IllegalArgumentException("The model does not know the character '" + text.charAt(index)
                        + "' at index " + index + "; keep only those it knows with keepKnown");
            }
        }
        return tokens;
    }

    /** Drops all characters that are not in the vocabulary. */
    String keepKnown(String text) {
        StringBuilder known = new StringBuilder();
        text.chars().filter(character -> vocabulary.indexOf(character) >= 0).forEach(c -> known.append((char) c));
        return known.toString();
    }

    /** Returns a token's character. */
    char decode(int token) {
        return vocabulary.charAt(token);
    }

    /** Returns the text of several tokens. */
    String decode(int[] tokens) {
        StringBuilder text = new StringBuilder();
        Arrays.stream(tokens).forEach(token -> text.append(decode(token)));
        return text.toString();
    }
}
