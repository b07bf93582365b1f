package dev.ipw.importing.lines;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.tree.TreeReader;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Read a log of JSON objects, one a line. A last line that was cut off while it was written is left out; any other that is
 * damaged is refused, with its number.
 */
public final class LogLines implements Closeable {
    private final Path file;
    private final LineReader lines;
    private boolean torn;

    /**
     * Open a log.
     *
     * @param file          the log
     * @param mostLineBytes how long a line may be
     * @throws InputException if it cannot be opened
     */
    public LogLines(Path file, int mostLineBytes) {
        this.file = file;
        try {
            lines = new LineReader(new FileInputStream(file.toFile()), mostLineBytes);
        } catch (IOException failure) {
            String reason = Files.exists(file) ? AtomicFile.reasonOf(failure) : "there is no such file";
            throw new InputException("Cannot read " + file.toAbsolutePath() + ": " + reason
                    + ". Check the path and its permissions", failure);
        }
    }

    /** Take the objects of a log. */
    @FunctionalInterface
    public interface Consumer {
        /**
         * Take one.
         *
         * @param line   its number, from 1 on
         * @param object what stands there
         */
        void accept(long line, TreeReader object);
    }

    /**
     * Read a whole log.
     *
     * @param file          the log
     * @param mostLineBytes how long a line may be
     * @param consumer      takes each object
     * @return true if the last line was cut off and is left out
     * @throws InputException if the log cannot be read, or a line is no object or not what the consumer wants
     */
    public static boolean read(Path file, int mostLineBytes, Consumer consumer) {
        try (LogLines lines = new LogLines(file, mostLineBytes)) {
            for (Optional<TreeReader> line = lines.next(); line.isPresent(); line = lines.next()) {
                try {
                    consumer.accept(lines.lineNumber(), line.get());
                } catch (InputException wrong) {
                    throw wrong;
                } catch (IllegalArgumentException wrong) {
                    throw new InputException(lines.place() + ": " + wrong.getMessage(), wrong);
                }
            }
            return lines.torn;
        }
    }

    /**
     * Read the next line that is not blank.
     *
     * @return the object that stands there; empty after the last
     * @throws InputException if the log cannot be read, or the line is no object
     */
    public Optional<TreeReader> next() {
        Optional<String> line = line();
        while (line.isPresent() && line.get().isBlank()) {
            line = line();
        }
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(TreeReader.ofJson(place(), line.get()));
        } catch (InputException damaged) {
            if (!lines.terminated()) {
                torn = true;
                return Optional.empty();
            }
            throw new InputException(damaged.getMessage() + ". Copy the file again, or take the line out", damaged);
        }
    }

    private Optional<String> line() {
        try {
            return lines.next();
        } catch (LineReader.LineTooLongException tooLong) {
            throw new InputException(place() + ": " + tooLong.getMessage()
                    + ", the most that is read of a line. Check that it is the right file", tooLong);
        } catch (CharacterCodingException notUtf8) {
            if (!lines.terminated()) {
                torn = true;
                return Optional.empty();
            }
            throw new InputException(place() + ": the text is not UTF-8. Copy the file again", notUtf8);
        } catch (IOException failure) {
            throw new InputException("Cannot read " + file.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Copy the file again", failure);
        }
    }

    /**
     * Return where the line last read stands.
     *
     * @return the file and the line
     */
    public String place() {
        return file.toAbsolutePath() + ", line " + lines.lineNumber();
    }

    /**
     * Number the line last read.
     *
     * @return from 1 on
     */
    public long lineNumber() {
        return lines.lineNumber();
    }

    /**
     * Return a warning if the last line was cut off.
     *
     * @return a sentence; empty if it was whole
     */
    public Optional<String> warning() {
        return torn
                ? Optional.of("The last line of " + file.getFileName() + " (line " + lines.lineNumber()
                        + ") was cut off and is left out: 1 request")
                : Optional.empty();
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException stays) {
            throw new InputException("Cannot close " + file.toAbsolutePath() + ": " + AtomicFile.reasonOf(stays),
                    stays);
        }
    }
}
