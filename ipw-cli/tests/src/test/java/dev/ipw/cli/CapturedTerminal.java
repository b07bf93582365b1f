package dev.ipw.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Keeps what a command writes. */
final class CapturedTerminal {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    Terminal terminal(int columns) {
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

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
