package dev.ipw.cli;

import dev.ipw.internal.io.VisibleText;
import java.io.PrintStream;
import java.util.List;

/**
 * Draw lines on a terminal, and draw the next ones over them. The terminal cuts lines that are too long for it, so that
 * a window made smaller meanwhile does not break the picture.
 */
final class LiveScreen implements AutoCloseable {
    private static final String ESCAPE = "\u001b[";
    private static final String HIDE_CURSOR = ESCAPE + "?25l";
    private static final String SHOW_CURSOR = ESCAPE + "?25h";
    private static final String CUT_LINES = ESCAPE + "?7l";
    private static final String WRAP_LINES = ESCAPE + "?7h";
    private static final String ERASE_LINE = ESCAPE + "2K";
    private static final String ERASE_BELOW = ESCAPE + "J";

    private final PrintStream out;
    private final int rows;
    private int drawn;

    LiveScreen(Terminal terminal) {
        out = terminal.out().trusted();
        rows = terminal.rows();
        out.print(HIDE_CURSOR + CUT_LINES);
        out.flush();
    }

    /** Draw; of more lines than the terminal has, the last ones are left out, and the last line says how many. */
    void draw(List<String> lines) {
        // The last row holds the cursor.
        int room = rows - 1;
        boolean tooMany = lines.size() > room;
        List<String> shown = tooMany ? lines.subList(0, room - 1) : lines;
        StringBuilder picture = new StringBuilder(drawn == 0 ? "" : ESCAPE + drawn + "A\r");
        shown.forEach(line -> picture.append(ERASE_LINE).append(VisibleText.marked(line)).append('\n'));
        if (tooMany) {
            picture.append(ERASE_LINE).append("... and ").append(lines.size() - shown.size()).append(" more lines\n");
        }
        out.print(picture.append(ERASE_BELOW));
        out.flush();
        drawn = tooMany ? room : lines.size();
    }

    /** Leave the picture and give the cursor back. */
    @Override
    public void close() {
        out.print(WRAP_LINES + SHOW_CURSOR);
        out.flush();
    }
}
