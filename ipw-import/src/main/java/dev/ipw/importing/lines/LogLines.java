package dev.ipw.importing.lines;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.tree.TreeReader;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * A reader of a log of JSON objects, one a line, packed by gzip or not. A last line that was cut off while it was
 * written is skipped; any other damaged line is rejected, with its number.
 */
public final class LogLines implements Closeable {
    private static final int READ_BYTES = 1 << 16;
    private static final int FIRST_BYTES = 1024;

    private final Path file;
    private final LineReader lines;
    private boolean torn;

    /**
     * Opens a log.
     *
     * @param file          the log
     * @param mostLineBytes the maximum length of a line
     * @throws InputException if it cannot be opened
     */
    public LogLines(Path file, int mostLineBytes) {
        this.file = file;
        try {
            lines = new LineReader(open(file), mostLineBytes);
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    private static InputException unreadable(Path file, IOException failure) {
        String reason = Files.exists(file) ? AtomicFile.reasonOf(failure) : "there is no such file";
        return new InputException("Cannot read " + file.toAbsolutePath() + ": " + reason
                + ". Check the path and its permissions", failure);
    }

    /** Opens a file, and unpacks it if it is packed by gzip, independent of its name. */
    private static InputStream open(Path file) throws IOException {
        BufferedInputStream raw = new BufferedInputStream(new FileInputStream(file.toFile()));
        try {
            raw.mark(2);
            boolean isPacked = raw.read() == (GZIPInputStream.GZIP_MAGIC & 0xff)
                    && raw.read() == GZIPInputStream.GZIP_MAGIC >> Byte.SIZE;
            raw.reset();
            return isPacked ? new GZIPInputStream(raw, READ_BYTES) : raw;
        } catch (IOException damaged) {
            raw.close();
            throw damaged;
        }
    }

    /**
     * Reads a file that may be one object over many lines instead of one object a line.
     *
     * @param file      the file
     * @param mostBytes the maximum length
     * @return the object; empty if the first line has a whole object, or there is no object
     * @throws InputException if it cannot be read, or is neither
     */
    public static Optional<TreeReader> indented(Path file, int mostBytes) {
        try (InputStream in = open(file)) {
            String start = new String(in.readNBytes(FIRST_BYTES), StandardCharsets.UTF_8).replace("\uFEFF", "");
            int end = start.stripLeading().indexOf('\n');
            if (end < 0 || !start.stripLeading().substring(0, end).strip().equals("{")) {
                return Optional.empty();
            }
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
        try (InputStream in = open(file)) {
            byte[] text = in.readNBytes(mostBytes + 1);
            if (text.length > mostBytes) {
                throw new InputException(file.toAbsolutePath() + " is one object of more than " + mostBytes
                        + " bytes. Write it as one object a line");
            }
            return Optional.of(TreeReader.ofJson(file.toAbsolutePath().toString(),
                    new String(text, StandardCharsets.UTF_8).replaceFirst("^\uFEFF", "")));
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /** A consumer of the objects of a log. */
    @FunctionalInterface
    public interface Consumer {
        /**
         * Takes an object.
         *
         * @param line   its number, from 1
         * @param object the object of the line
         */
        void accept(long line, TreeReader object);
    }

    /**
     * Reads a whole log.
     *
     * @param file          the log
     * @param mostLineBytes the maximum length of a line
     * @param consumer      takes each object
     * @return true if the last line was cut off and is skipped
     * @throws InputException if the log cannot be read, or if a line is not an object, or not one that the consumer
     *                        accepts
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
     * Reads the next line that is not blank.
     *
     * @return the object of the line; empty after the last
     * @throws InputException if the log cannot be read, or if the line is not an object
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
     * Returns the place of the line that was read last.
     *
     * @return the file and the line
     */
    public String place() {
        return file.toAbsolutePath() + ", line " + lines.lineNumber();
    }

    /**
     * Returns the number of the line that was read last.
     *
     * @return the number, from 1
     */
    public long lineNumber() {
        return lines.lineNumber();
    }

    /**
     * Returns a warning if the last line was cut off.
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
