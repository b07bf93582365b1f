package dev.ipw.cli.text;

import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Text of models and servers for display: bounded, and without terminal commands. */
public final class ShownText {
    private static final String MORE = "…";

    private ShownText() {}

    /** Returns the beginning of a text on one line. */
    public static String line(String text, int most) {
        return Excerpt.of(text, most);
    }

    /** Returns the beginning of a text on its lines, wrapped to the width at spaces. */
    public static String lines(String text, int most, String indent, int columns) {
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
