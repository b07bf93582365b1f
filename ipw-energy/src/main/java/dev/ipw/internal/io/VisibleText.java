package dev.ipw.internal.io;

import java.util.HexFormat;
import java.util.function.IntConsumer;

/**
 * The removal of invisible characters from text: those that a terminal takes as commands (C0 and C1 controls), that
 * reorder or hide adjacent text (bidirectional controls and other format characters), that break a line elsewhere, and
 * lone surrogates. Every external text passes through here before a person sees it.
 */
public final class VisibleText {
    /** The mark in place of a hidden character. */
    public static final char MARK = '\ufffd';

    private static final String TAB = "    ";

    private VisibleText() {}

    /**
     * Returns whether a character is invisible or changes adjacent text. Line feeds and tabs are included.
     *
     * @param codePoint any code point
     * @return true for controls, format characters, separators of lines and lone surrogates
     */
    public static boolean isHidden(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                true;
            default -> false;
        };
    }

    /**
     * Returns a text on one line: a run of white space and hidden characters becomes one blank.
     *
     * @param text any text
     * @return the text, stripped
     */
    public static String line(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), 256));
        text.codePoints().forEach(point -> {
            if (!isHidden(point) && !Character.isWhitespace(point)) {
                line.appendCodePoint(point);
            } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
            }
        });
        return line.toString().strip();
    }

    /**
     * Keeps the lines of a text: tabs become blanks, other hidden characters are removed.
     *
     * @param text any text
     * @return the text with line feeds between its lines
     */
    public static String lines(String text) {
        StringBuilder lines = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (point == '\n' || !isHidden(point)) {
                lines.appendCodePoint(point);
            } else if (point == '\t') {
                lines.append(TAB);
            }
        });
        return lines.toString();
    }

    /**
     * Marks each hidden character, so that columns keep their positions. Line feeds, also after a carriage return, and
     * tabs are kept.
     *
     * @param text any text
     * @return the text, the same one if nothing is hidden
     */
    public static String marked(String text) {
        return isPlain(text) ? text : replaced(text, MARK + "");
    }

    /**
     * Returns a text as a field of a table: as {@link #marked}, with line feeds as line ends.
     *
     * @param text any text
     * @return the text
     */
    public static String field(String text) {
        return isPlain(text) ? text : marked(text.replace("\r\n", "\n").replace('\r', '\n'));
    }

    /**
     * Escapes hidden characters in JSON, so that a terminal may show it and a reader gets the same values. A lone
     * surrogate, which no reader accepts, is marked.
     *
     * @param json JSON; outside its strings it has no hidden characters but white space
     * @return the same values
     */
    public static String escapedJson(String json) {
        return isPlain(json) ? json : replaced(json, "");
    }

    /** Replaces hidden characters by a mark, or by their JSON escapes if none is given. */
    private static String replaced(String text, String mark) {
        StringBuilder clean = new StringBuilder(text.length() + 16);
        IntConsumer hidden = mark.isEmpty()
                ? point -> Character.toString(isHalf(point) ? MARK : point).chars()
                        .forEach(unit -> clean.append("\\u").append(HexFormat.of().toHexDigits((char) unit)))
                : point -> clean.append(mark);
        for (int at = 0; at < text.length();) {
            int point = text.codePointAt(at);
            int next = at + Character.charCount(point);
            boolean endsLine = point == '\r' && next < text.length() && text.charAt(next) == '\n';
            if (point == '\n' || point == '\t' || endsLine || !isHidden(point)) {
                clean.appendCodePoint(point);
            } else {
                hidden.accept(point);
            }
            at = next;
        }
        return clean.toString();
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static boolean isPlain(String text) {
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit != '\n' && (unit < ' ' || unit > '~')) {
                return false;
            }
        }
        return true;
    }
}
