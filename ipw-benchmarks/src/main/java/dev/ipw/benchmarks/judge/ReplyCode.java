package dev.ipw.benchmarks.judge;

import java.security.SecureRandom;

/** Draws the codes that verdicts bear: letters that make no word, new for each request. */
final class ReplyCode {
    private static final SecureRandom SOURCE = new SecureRandom();
    private static final String LETTERS = "bcdfghjkmnpqrstvwxz";
    private static final int LENGTH = 8;

    private ReplyCode() {}

    /** Draws a code that nobody can foresee. */
    static String drawn() {
        StringBuilder code = new StringBuilder(LENGTH);
        SOURCE.ints(LENGTH, 0, LETTERS.length()).forEach(at -> code.append(LETTERS.charAt(at)));
        return code.toString();
    }
}
