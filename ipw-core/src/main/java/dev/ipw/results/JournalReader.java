package dev.ipw.results;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Read a journal. A last line without its end was cut off while it was written and is left out. */
final class JournalReader {
    private static final int MOST_LINE_BYTES = 64 << 20;

    private JournalReader() {}

    /**
     * Read all entries in order.
     *
     * @throws InputException if the file is missing, or a line before the last is no entry; the message names the line
     */
    static void read(Path file, Consumer<JournalEntry> consumer) {
        try (LineReader lines = new LineReader(Files.newInputStream(file), MOST_LINE_BYTES)) {
            for (Optional<String> line = next(file, lines); line.isPresent(); line = next(file, lines)) {
                consumer.accept(entry(place(file, lines), line.get()));
            }
        } catch (IOException failure) {
            throw new InputException("Cannot read the journal " + file.toAbsolutePath() + ": " + failure, failure);
        }
    }

    private static Optional<String> next(Path file, LineReader lines) throws IOException {
        try {
            return lines.next().filter(line -> lines.terminated());
        } catch (CharacterCodingException notText) {
            if (lines.terminated()) {
                throw damaged(place(file, lines), notText);
            }
            return Optional.empty();
        }
    }

    private static JournalEntry entry(String place, String line) {
        try {
            return JournalCodec.fromTree(TreeReader.ofJson("entry", line));
        } catch (RuntimeException notAnEntry) {
            throw damaged(place, notAnEntry);
        }
    }

    private static String place(Path file, LineReader lines) {
        return file.toAbsolutePath() + ", line " + lines.lineNumber();
    }

    private static InputException damaged(String place, Exception cause) {
        return new InputException(place + " is damaged: " + cause.getMessage()
                + ". Remove the line to keep the rest of the run", cause);
    }
}
