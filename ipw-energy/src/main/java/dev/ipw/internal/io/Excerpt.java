package dev.ipw.internal.io;

import java.nio.charset.StandardCharsets;

/** The start of an external text, on one line and without hidden characters. */
public final class Excerpt {
    private static final String MORE = "…";
    /** The maximum of characters read beyond the shown ones: all of these may be blanks. */
    private static final int MAX_BLANKS = 4096;

    private Excerpt() {}

    /**
     * Shortens bytes.
     *
     * @param utf8   text in UTF-8, perhaps broken
     * @param length the number of bytes that count
     * @param most   the maximum number of characters
     * @return the start of the text
     */
    public static String of(byte[] utf8, int length, int most) {
        // No character needs more than four bytes.
        return of(new String(utf8, 0, (int) Math.min(length, most * 4L), StandardCharsets.UTF_8), most);
    }

    /**
     * Shortens text. Secrets must be removed before: half of one can no longer be recognised.
     *
     * @param text the text
     * @param most the maximum number of characters
     * @return the start of the text, with an ellipsis if there is more
     */
    public static String of(String text, int most) {
        String start = start(text, 2 * most + MAX_BLANKS);
        String line = VisibleText.line(start);
        boolean isWhole = line.length() <= most && start.length() == text.length();
        return isWhole ? line : start(line, most) + MORE;
    }

    /**
     * Shortens text without changing it.
     *
     * @param text the text
     * @param most the maximum number of characters
     * @return its start, which does not end within a surrogate pair
     */
    public static String start(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
