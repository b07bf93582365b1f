package dev.ipw.benchmarks.judge;

import dev.ipw.internal.file.Sha256;

/**
 * Material in a prompt, marked so that no text can pass for an instruction or end early: each text is between marks
 * with a hash of all texts. The author of an answer cannot know the marks.
 *
 * @param token the hash
 */
record Material(String token) {
    private static final int TOKEN_DIGITS = 12;

    /** Makes marks for texts. */
    static Material of(String... texts) {
        Sha256 digest = new Sha256();
        for (String text : texts) {
            digest.add(text).add((byte) 0);
        }
        return new Material(digest.hex().substring(0, TOKEN_DIGITS));
    }

    /** Puts a text between marks. */
    String marked(String name, String text) {
        return "[" + name + " " + token + "]\n" + text + "\n[end of " + name + " " + token + "]\n";
    }
}
