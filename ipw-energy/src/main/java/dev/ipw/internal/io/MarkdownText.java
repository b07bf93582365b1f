package dev.ipw.internal.io;

import java.util.List;
import java.util.stream.Collectors;

/** Text in Markdown, as code hosts show it in comments. */
public final class MarkdownText {
    private static final String MARKS = "\\`*_[]|~";
    /** Keeps the text on both sides from becoming one link or mention; shown as nothing. */
    private static final String BREAK = "<!-- -->";

    private MarkdownText() {}

    /**
     * Returns text that is shown as it is in a line or in a cell of a table: no markup, no link, and nobody is notified.
     *
     * @param text any text
     * @return the text in one line, escaped
     */
    public static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '\n', '\t', '\r' -> safe.append(' ');
                case '@', '#' -> safe.appendCodePoint(point).append(BREAK);
                default -> {
                    if (MARKS.indexOf(point) >= 0) {
                        safe.append('\\');
                    }
                    safe.appendCodePoint(VisibleText.isHidden(point) ? VisibleText.MARK : point);
                }
            }
        });
        return safe.toString().replace("://", ":" + BREAK + "//").replace("www.", "www" + BREAK + ".");
    }

    /**
     * Returns a row of a table.
     *
     * @param cells any texts
     * @return a line
     */
    public static String row(List<String> cells) {
        return cells.stream().map(MarkdownText::escaped).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
