package dev.ipw.internal.io;

import java.nio.charset.StandardCharsets;

/** Show the start of what a server sent, on one line and without control characters. */
public final class Excerpt {
    private Excerpt() {}

    /**
     * Shorten bytes.
     *
     * @param utf8   text in UTF-8, perhaps broken
     * @param length how many bytes count
     * @param most   the most characters to show
     * @return the start of the text
     */
    public static String of(byte[] utf8, int length, int most) {
        // No character takes more than four bytes.
        return of(new String(utf8, 0, (int) Math.min(length, most * 4L), StandardCharsets.UTF_8), most);
    }

    /**
     * Shorten text.
     *
     * @param text the text
     * @param most the most characters to show
     * @return the start of the text, with an ellipsis if there is more
     */
    public static String of(String text, int most) {
        String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        if (line.length() <= most) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most;
        return line.substring(0, end) + "…";
    }
}
