package dev.ipw.benchmarks.judge;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String text : texts) {
                digest.update(text.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return new Material(HexFormat.of().formatHex(digest.digest()).substring(0, TOKEN_DIGITS));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** Puts a text between marks. */
    String marked(String name, String text) {
        return "[" + name + " " + token + "]\n" + text + "\n[end of " + name + " " + token + "]\n";
    }
}
