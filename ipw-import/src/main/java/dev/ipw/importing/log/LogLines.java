package dev.ipw.importing.log;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Read a log with one JSON object a line. */
final class LogLines {
    private static final int MOST_LINE_BYTES = 64 << 20;

    private LogLines() {}

    /** Take the objects of a log. */
    interface Consumer {
        /**
         * Take one.
         *
         * @param line   its number, from 1 on
         * @param object what stands there
         */
        void accept(long line, TreeReader object);
    }

    /**
     * Read each line that is not empty. A last line without its end that is no object was cut off while it was written.
     *
     * @param what     what the file should be, in messages
     * @param file     the log
     * @param consumer takes each object
     * @return true if the last line was cut off and left out
     * @throws InputException if the file cannot be read, or a line is no object or not what the consumer wants
     */
    static boolean read(String what, Path file, Consumer consumer) {
        try (LineReader lines = new LineReader(Files.newInputStream(file), MOST_LINE_BYTES)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                if (line.get().isBlank()) {
                    continue;
                }
                String place = file + ", line " + lines.lineNumber();
                try {
                    consumer.accept(lines.lineNumber(), TreeReader.ofJson(place, line.get()));
                } catch (InputException torn) {
                    if (!lines.terminated() && !line.get().stripTrailing().endsWith("}")) {
                        return true;
                    }
                    throw torn;
                } catch (IllegalArgumentException wrong) {
                    throw new InputException(place + ": " + wrong.getMessage(), wrong);
                }
            }
            return false;
        } catch (IOException failure) {
            throw new InputException("Cannot read " + what + " " + file.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(failure), failure);
        }
    }
}
