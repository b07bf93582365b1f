package dev.ipw.cli.terminal;

import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The two streams of the command and their abilities. The result goes to {@code out}; progress, notes and errors go
 * to {@code err}.
 *
 * @param out     receives the result
 * @param err     receives progress, notes and errors
 * @param live    true if a person watches {@code err}, so that a line may be redrawn
 * @param screen  true if a person watches {@code out}, so that a table may be redrawn
 * @param colour  true if {@code out} may carry colour codes
 * @param columns the width in characters
 * @param rows    the height in lines
 */
public record Terminal(VisibleStream out, VisibleStream err, boolean live, boolean screen, boolean colour, int columns,
        int rows) {
    static final int DEFAULT_COLUMNS = 80;
    public static final int DEFAULT_ROWS = 24;
    static final int MIN_COLUMNS = 20;
    static final int MIN_ROWS = 5;

    /**
     * Returns the streams of this process. The launcher reports through {@code ipw.terminal.out} and
     * {@code ipw.terminal.err} which of them is a terminal, and through {@code ipw.terminal.columns} and
     * {@code ipw.terminal.rows} its size; without the launcher neither is a terminal.
     */
    public static Terminal system() {
        return of(ResultStream.standardOutput(), System.err, System.getenv());
    }

    public static Terminal of(PrintStream out, PrintStream err, Map<String, String> variables) {
        boolean plain = "dumb".equals(variables.get("TERM"));
        boolean colourless = !variables.getOrDefault("NO_COLOR", "").isEmpty();
        boolean screen = Boolean.getBoolean("ipw.terminal.out") && !plain;
        return new Terminal(new VisibleStream(out), new VisibleStream(err),
                Boolean.getBoolean("ipw.terminal.err") && !plain,
                screen, screen && !colourless,
                Math.max(MIN_COLUMNS, size("columns", variables.get("COLUMNS"), DEFAULT_COLUMNS)),
                Math.max(MIN_ROWS, size("rows", variables.get("LINES"), DEFAULT_ROWS)));
    }

    private static int size(String name, @Nullable String variable, int otherwise) {
        String value = System.getProperty("ipw.terminal." + name, variable == null ? "" : variable);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException unknown) {
            return otherwise;
        }
    }
}
