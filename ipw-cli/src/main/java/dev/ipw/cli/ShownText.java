package dev.ipw.cli;

import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Show text of models and servers: bounded, and without characters that would reach the terminal as commands. */
final class ShownText {
    private static final String MORE = "…";

    private ShownText() {}

    /** Show the begin of a text on one line. */
    static String line(String text, int most) {
        return Excerpt.of(text, most);
    }

    /** Show the begin of a text on its lines, none longer than the width where it has spaces. */
    static String lines(String text, int most, String indent, int columns) {
        String clean = VisibleText.lines(Excerpt.start(text, 2 * most)).strip();
        boolean isWhole = clean.length() <= most && text.length() <= 2 * most;
        List<String> lines = new ArrayList<>();
        int width = Math.max(20, columns - indent.length());
        (isWhole ? clean : Excerpt.start(clean, most) + MORE).lines()
                .forEach(line -> lines.addAll(TextTable.wrap(line, width)));
        StringBuilder shown = new StringBuilder();
        lines.forEach(line -> shown.append((indent + line).stripTrailing()).append('\n'));
        return shown.toString();
    }
}
