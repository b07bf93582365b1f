package dev.ipw.cli.terminal;

import dev.ipw.internal.io.VisibleText;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lines on a terminal that are redrawn in place. The terminal cuts lines that are too long, so a window that becomes
 * smaller does not break the picture. After a change of size the picture is redrawn from the top.
 */
public final class LiveScreen implements AutoCloseable {
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

    /** Creates a screen on the stream of the result. */
    public LiveScreen(Terminal terminal) {
        this(terminal.out(), WindowSize.of(terminal));
    }

    /** Creates a screen on a stream. */
    public LiveScreen(VisibleStream stream, WindowSize size) {
        out = stream.trusted();
        this.size = size;
        drawnFor = size.now();
        OPEN.add(this);
        out.print(HIDE_CURSOR + CUT_LINES);
        out.flush();
    }

    /** Restores the cursor of a terminal with a screen, before the process ends. */
    public static void restore() {
        OPEN.forEach(LiveScreen::close);
    }

    /** Returns the maximum width of a line. */
    public int columns() {
        return size.now().columns();
    }

    /**
     * Draws lines. If there are more than the terminal has, the last ones are omitted, and the last line shows their
     * number.
     */
    public void draw(List<String> lines) {
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

    /** Removes the picture, so that the next output takes its place. */
    public void erase() {
        if (drawn > 0) {
            out.print(up() + ERASE_BELOW);
            out.flush();
            drawn = 0;
        }
    }

    private String up() {
        return drawn == 0 ? "" : ESCAPE + drawn + "A\r";
    }

    /** Keeps the picture on the screen and restores the cursor. */
    @Override
    public void close() {
        OPEN.remove(this);
        out.print(WRAP_LINES + SHOW_CURSOR);
        out.flush();
    }
}
