package dev.ipw.cli.terminal;

import dev.ipw.internal.io.VisibleText;
import dev.ipw.internal.secret.Redaction;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The log in {@code IPW_LOG_FILE}, or in {@code ipw/ipw.log} in the user's state folder. The file is opened with the
 * first message; if it cannot be written, the command continues without a log.
 */
public final class LogFile extends Handler {
    private static final int LARGEST_BYTES = 4 << 20;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path path;
    private @Nullable Handler file;
    private boolean closed;

    public LogFile(Path path) {
        this.path = path;
    }

    /** Sends all log messages to the file, and to standard error too if verbose. */
    public static void install(PrintStream err, boolean verbose) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.addHandler(new LogFile(path()));
        if (verbose) {
            root.addHandler(new Shown(err));
        }
    }

    public static Path path() {
        return path(System.getenv());
    }

    public static Path path(Map<String, String> variables) {
        String given = variables.getOrDefault("IPW_LOG_FILE", "");
        if (!given.isEmpty()) {
            return Path.of(given);
        }
        String state = variables.getOrDefault("XDG_STATE_HOME", "");
        Path folder = state.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "state") : Path.of(state);
        return folder.resolve("ipw").resolve("ipw.log");
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (file == null && !closed) {
            file = open();
        }
        if (file != null) {
            file.publish(record);
        }
    }

    private @Nullable Handler open() {
        try {
            Path folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            createForOwnerOnly();
            Handler opened = new FileHandler(path.toString().replace("%", "%%"), LARGEST_BYTES, 1, true);
            opened.setFormatter(new Line());
            return opened;
        } catch (IOException unwritable) {
            closed = true;
            return null;
        }
    }

    /**
     * Creates the file for its owner only: a message may quote a prompt that other users of the machine must not
     * read.
     */
    private void createForOwnerOnly() throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException exists) {
            return;
        }
    }

    @Override
    public synchronized void flush() {
        if (file != null) {
            file.flush();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (file != null) {
            file.close();
            file = null;
        }
    }

    /** The handler that prints messages on standard error. */
    private static final class Shown extends Handler {
        private final PrintStream err;

        Shown(PrintStream err) {
            this.err = err;
            setFormatter(new Line());
        }

        @Override
        public void publish(LogRecord record) {
            err.print(getFormatter().format(record));
        }

        @Override
        public void flush() {
            err.flush();
        }

        @Override
        public void close() {}
    }

    /** The format of one message with a stack trace below it, without secrets and terminal commands. */
    private static final class Line extends Formatter {
        @Override
        public String format(LogRecord record) {
            StringWriter text = new StringWriter();
            PrintWriter line = new PrintWriter(text);
            line.print(record.getInstant() + " " + level(record.getLevel()) + " " + record.getLoggerName() + ": "
                    + formatMessage(record) + "\n");
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(line);
            }
            line.flush();
            return VisibleText.marked(Redaction.text(text.toString()));
        }

        private static String level(Level level) {
            return level.equals(Level.SEVERE) ? "ERROR" : level.getName();
        }
    }
}
