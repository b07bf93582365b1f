package dev.ipw.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The size of the terminal's window, including later changes. It is queried only after the system signals a change,
 * because the query starts a process.
 */
public final class WindowSize {
    private static final Logger LOGGER = LoggerFactory.getLogger(WindowSize.class);
    private static final File TERMINAL = new File("/dev/tty");
    private static final Pattern SIZE = Pattern.compile("\\s*(\\d{1,5}) (\\d{1,5})\\s*");
    private static final int MAX_BYTES = 64;
    private static final long LONGEST_SECONDS = 1;

    private final Supplier<Optional<Cells>> ask;
    private volatile boolean changed;
    private Cells known;

    /**
     * Creates a tracker with an initial size.
     *
     * @param known the initial size
     * @param ask   queries the current size
     */
    public WindowSize(Cells known, Supplier<Optional<Cells>> ask) {
        this.known = known;
        this.ask = ask;
    }

    /** The size of a window in characters. */
    public record Cells(int columns, int rows) {}

    /** Returns a tracker of a terminal's window. */
    public static WindowSize of(Terminal terminal) {
        WindowSize size = new WindowSize(new Cells(terminal.columns(), terminal.rows()), WindowSize::readSize);
        if (terminal.screen() || terminal.live()) {
            InterruptSignal.handle("WINCH", size::changed);
            // It may have changed since the launcher's query.
            size.changed();
        }
        return size;
    }

    /** Records that the size has changed. */
    public void changed() {
        changed = true;
    }

    /** Returns the current size. */
    public synchronized Cells now() {
        if (changed) {
            changed = false;
            known = ask.get().map(cells -> new Cells(Math.max(Terminal.MIN_COLUMNS, cells.columns()),
                    Math.max(Terminal.MIN_ROWS, cells.rows()))).orElse(known);
        }
        return known;
    }

    private static Optional<Cells> readSize() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            try {
                String output = new String(stty.getInputStream().readNBytes(MAX_BYTES), StandardCharsets.US_ASCII);
                return stty.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) ? read(output) : Optional.empty();
            } finally {
                stty.destroy();
            }
        } catch (IOException none) {
            LOGGER.debug("The size of the window cannot be asked for", none);
            return Optional.empty();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Parses the output of {@code stty size}; empty if it is not a size. */
    public static Optional<Cells> read(String output) {
        Matcher size = SIZE.matcher(output);
        if (!size.matches()) {
            return Optional.empty();
        }
        Cells cells = new Cells(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1)));
        return cells.columns() > 0 && cells.rows() > 0 ? Optional.of(cells) : Optional.empty();
    }
}
