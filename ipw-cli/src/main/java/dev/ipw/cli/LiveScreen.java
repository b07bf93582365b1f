package dev.ipw.cli;

import dev.ipw.internal.io.VisibleText;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Draw lines on a terminal, and draw the next ones over them. The terminal cuts lines that are too long for it, so that
 * a window made smaller meanwhile does not break the picture; then it is drawn anew from the top.
 */
final class LiveScreen implements AutoCloseable {
    private static final String ESCAPE = "\u001b[";
    private static final String HIDE_CURSOR = ESCAPE + "?25l";
    private static final String SHOW_CURSOR = ESCAPE + "?25h";
    private static final String CUT_LINES = ESCAPE + "?7l";
    private static final String WRAP_LINES = ESCAPE + "?7h";
    private static final String ERASE_LINE = ESCAPE + "2K";
    private static final String ERASE_BELOW = ESCAPE + "J";
    private static final String TOP = ESCAPE + "H";
    private static final Set<LiveScreen> OPEN = ConcurrentHashMap.newKeySet();

    private final PrintStream out;
    private final WindowSize size;
    private WindowSize.Cells drawnFor;
    private int drawn;

    /** Draw where the result goes. */
    LiveScreen(Terminal terminal) {
        this(terminal.out(), WindowSize.of(terminal));
    }

    /** Draw on a stream. */
    LiveScreen(VisibleStream stream, WindowSize size) {
        out = stream.trusted();
        this.size = size;
        drawnFor = size.now();
        OPEN.add(this);
        out.print(HIDE_CURSOR + CUT_LINES);
        out.flush();
    }

    /** Give the cursor of a terminal back that is drawn on, for a process that is about to be ended. */
    static void restore() {
        OPEN.forEach(LiveScreen::close);
    }

    /** Return how wide a line can be. */
    int columns() {
        return size.now().columns();
    }

    /** Draw; of more lines than the terminal has, the last ones are left out, and the last line says how many. */
    void draw(List<String> lines) {
        WindowSize.Cells cells = size.now();
        // The last row holds the cursor.
        int room = cells.rows() - 1;
        boolean tooMany = lines.size() > room;
        List<String> shown = tooMany ? lines.subList(0, room - 1) : lines;
        StringBuilder picture = new StringBuilder(cells.equals(drawnFor) ? up() : TOP + ERASE_BELOW);
        drawnFor = cells;
        shown.forEach(line -> picture.append(ERASE_LINE).append(VisibleText.marked(line)).append('\n'));
        if (tooMany) {
            picture.append(ERASE_LINE).append("... and ").append(lines.size() - shown.size()).append(" more lines\n");
        }
        out.print(picture.append(ERASE_BELOW));
        out.flush();
        drawn = tooMany ? room : lines.size();
    }

    /** Take the picture away, so that what is printed next stands in its place. */
    void erase() {
        if (drawn > 0) {
            out.print(up() + ERASE_BELOW);
            out.flush();
            drawn = 0;
        }
    }

    private String up() {
        return drawn == 0 ? "" : ESCAPE + drawn + "A\r";
    }

    /** Leave the picture and give the cursor back. */
    @Override
    public void close() {
        OPEN.remove(this);
        out.print(WRAP_LINES + SHOW_CURSOR);
        out.flush();
    }
}
