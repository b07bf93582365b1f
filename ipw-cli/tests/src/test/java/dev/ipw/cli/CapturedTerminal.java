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

    /** Return one whose standard error is a terminal. */
    Terminal live(int columns) {
        return terminal(columns, true);
    }

    private Terminal terminal(int columns, boolean isLive) {
        return new Terminal(new VisibleStream(new PrintStream(out, true, StandardCharsets.UTF_8)),
                new VisibleStream(new PrintStream(err, true, StandardCharsets.UTF_8)), isLive, false, false, columns,
                Terminal.DEFAULT_ROWS);
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
