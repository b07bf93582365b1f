package dev.ipw.cli;

import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.VisibleStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Keeps what a command writes. */
public final class CapturedTerminal {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    public Terminal terminal(int columns) {
        return terminal(columns, false);
    }

    /** Return one that writes standard error between the lines of standard output, as a screen shows them. */
    Terminal both(int columns) {
        return new Terminal(stream(out), stream(out), false, false, false, columns, Terminal.DEFAULT_ROWS);
    }

    /** Return one whose standard error is a terminal. */
    Terminal live(int columns) {
        return terminal(columns, true);
    }

    private Terminal terminal(int columns, boolean isLive) {
        return new Terminal(stream(out), stream(err), isLive, false, false, columns, Terminal.DEFAULT_ROWS);
    }

    private static VisibleStream stream(ByteArrayOutputStream bytes) {
        return new VisibleStream(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
