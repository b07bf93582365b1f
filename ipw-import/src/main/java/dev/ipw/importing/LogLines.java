package dev.ipw.importing;

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
final class LogLines implements Closeable {
    static final int MOST_LINE_BYTES = 16 << 20;

    private final Path file;
    private final LineReader lines;
    private boolean torn;

    LogLines(Path file) {
        this.file = file;
        try {
            lines = new LineReader(new FileInputStream(file.toFile()), MOST_LINE_BYTES);
        } catch (IOException failure) {
            String reason = Files.exists(file) ? AtomicFile.reasonOf(failure) : "there is no such file";
            throw new InputException("Cannot read " + file.toAbsolutePath() + ": " + reason
                    + ". Check the path and its permissions", failure);
        }
    }

    /** Read the next line that is not blank; empty after the last. */
    Optional<TreeReader> next() {
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
                    + ", the most that is read of a request. Check that it is the right file", tooLong);
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

    /** Say where the line last read stands. */
    String place() {
        return file.toAbsolutePath() + ", line " + lines.lineNumber();
    }

    long lineNumber() {
        return lines.lineNumber();
    }

    /** Say that the last line was cut off. */
    Optional<String> warning() {
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
