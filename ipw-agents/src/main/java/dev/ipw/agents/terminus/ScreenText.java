package dev.ipw.agents.terminus;

import java.util.List;

/**
 * The content of a terminal.
 *
 * @param isScreen  whether it is the whole screen; false for the output since the last read
 * @param lines     the lines, or the first ones if there are too many
 * @param leftOut   the number of lines after them that were not read
 * @param lastLines the lines after those
 * @param note      a further remark; may be empty
 */
record ScreenText(boolean isScreen, List<String> lines, long leftOut, List<String> lastLines, String note) {
    private static final int MAX_BYTES = 10_000;
    private static final int KEPT_BYTES = MAX_BYTES / 2;

    /** Copies the lists. */
    ScreenText {
        lines = List.copyOf(lines);
        lastLines = List.copyOf(lastLines);
    }

    /** Returns a copy with another remark. */
    ScreenText withNote(String more) {
        return new ScreenText(isScreen, lines, leftOut, lastLines, more);
    }

    /** Formats it for a model: at most 10,000 bytes of the terminal's text, of more the head and the tail. */
    String format() {
        String head = String.join("\n", lines);
        String text = leftOut == 0 && lastLines.isEmpty() ? bounded(head) : bounded(head, String.join("\n", lastLines));
        return (isScreen ? "The terminal's screen:\n" : "New output of the terminal:\n") + text.stripTrailing()
                + (note.isEmpty() ? "" : "\n[" + note + "]");
    }

    private static String bounded(String text) {
        int length = bytes(text);
        if (length <= MAX_BYTES) {
            return text;
        }
        String start = text.substring(0, startLength(text));
        String end = text.substring(endStart(text));
        return start + "\n[... " + (length - bytes(start) - bytes(end)) + " bytes are left out here ...]\n" + end;
    }

    private String bounded(String head, String tail) {
        String start = head.substring(0, startLength(head));
        String end = tail.substring(endStart(tail));
        long cut = leftOut + lineEnds(head) - lineEnds(start) + lineEnds(tail) - lineEnds(end);
        return (start.isEmpty() ? "" : start + "\n") + "[... " + cut + " lines are left out here ...]\n" + end;
    }

    private static long lineEnds(String text) {
        return text.chars().filter(one -> one == '\n').count();
    }

    private static int bytes(String text) {
        return text.codePoints().map(Keystrokes::utf8Length).sum();
    }

    private static int startLength(String text) {
        int size = 0;
        for (int at = 0; at < text.length();) {
            int point = text.codePointAt(at);
            size += Keystrokes.utf8Length(point);
            if (size > KEPT_BYTES) {
                return at;
            }
            at += Character.charCount(point);
        }
        return text.length();
    }

    private static int endStart(String text) {
        int size = 0;
        for (int at = text.length(); at > 0;) {
            int point = text.codePointBefore(at);
            size += Keystrokes.utf8Length(point);
            if (size > KEPT_BYTES) {
                return at;
            }
            at -= Character.charCount(point);
        }
        return 0;
    }
}
