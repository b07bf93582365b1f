package dev.ipw.cli;

import java.util.ArrayList;
import java.util.List;

/** Show text of models and servers: bounded, and without characters that would reach the terminal as commands. */
final class ShownText {
    private static final String MORE = "…";

    private ShownText() {}

    /** Show the begin of a text on one line. */
    static String line(String text, int most) {
        return bounded(text.replaceAll("[\\s\\p{Cntrl}\\p{Cf}]+", " ").strip(), most);
    }

    /** Show the begin of a text on its lines, none longer than the width where it has spaces. */
    static String lines(String text, int most, String indent, int columns) {
        String clean = bounded(text.replace("\r\n", "\n").replaceAll("[\\p{Cntrl}\\p{Cf}&&[^\n\t]]", "")
                .replace("\t", "    ").strip(), most);
        List<String> lines = new ArrayList<>();
        clean.lines().forEach(line -> lines.addAll(TextTable.wrap(line, Math.max(20, columns - indent.length()))));
        StringBuilder shown = new StringBuilder();
        lines.forEach(line -> shown.append((indent + line).stripTrailing()).append('\n'));
        return shown.toString();
    }

    private static String bounded(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + MORE;
    }
}
