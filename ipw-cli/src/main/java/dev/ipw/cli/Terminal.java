package dev.ipw.cli;

import java.io.PrintStream;
import java.util.Map;

/**
 * Hold the two streams of the command and what they can show. The result goes to {@code out}; progress, notes and
 * errors go to {@code err}.
 *
 * @param out     takes the result
 * @param err     takes progress, notes and errors
 * @param live    true if a person watches {@code err}, so that a line may be drawn again
 * @param colour  true if {@code out} may carry colour codes
 * @param columns the width in characters
 */
record Terminal(PrintStream out, PrintStream err, boolean live, boolean colour, int columns) {
    static final int DEFAULT_COLUMNS = 80;
    private static final int FEWEST_COLUMNS = 20;

    /**
     * Use the streams of this process. The launcher says through {@code ipw.terminal.out} and {@code ipw.terminal.err}
     * which of them is a terminal, and through {@code ipw.terminal.columns} how wide it is; without it none is.
     */
    static Terminal system() {
        return of(System.out, System.err, System.getenv());
    }

    static Terminal of(PrintStream out, PrintStream err, Map<String, String> variables) {
        boolean plain = "dumb".equals(variables.get("TERM"));
        boolean colourless = !variables.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(out, err, Boolean.getBoolean("ipw.terminal.err") && !plain,
                Boolean.getBoolean("ipw.terminal.out") && !plain && !colourless, columns(variables));
    }

    private static int columns(Map<String, String> variables) {
        String told = System.getProperty("ipw.terminal.columns", variables.getOrDefault("COLUMNS", ""));
        try {
            return Math.max(FEWEST_COLUMNS, Integer.parseInt(told));
        } catch (NumberFormatException unknown) {
            return DEFAULT_COLUMNS;
        }
    }
}
