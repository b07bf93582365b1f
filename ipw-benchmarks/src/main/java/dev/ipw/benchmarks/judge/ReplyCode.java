package dev.ipw.benchmarks.judge;

import java.security.SecureRandom;

/** The codes that verdicts contain: letters that form no word, new for each request. */
final class ReplyCode {
    private static final SecureRandom SOURCE = new SecureRandom();
    private static final String LETTERS = "bcdfghjkmnpqrstvwxz";
    private static final int LENGTH = 8;

    private ReplyCode() {}

    /** Draws an unpredictable code. */
    static String drawn() {
        StringBuilder code = new StringBuilder(LENGTH);
        SOURCE.ints(LENGTH, 0, LETTERS.length()).forEach(at -> code.append(LETTERS.charAt(at)));
        return code.toString();
    }
}
