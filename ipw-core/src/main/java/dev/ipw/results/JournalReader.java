package dev.ipw.results;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Read a journal. A last line without its end was cut off while it was written and is left out. */
final class JournalReader {
    private static final int MOST_LINE_BYTES = 256 << 20;
    private static final int BUFFER_BYTES = 1 << 16;

    private JournalReader() {}

    /**
     * Read all entries in order.
     *
     * @throws InputException if the file is missing, or a line before the last is no entry; the message names the line
     */
    static void read(Path file, Consumer<JournalEntry> consumer) {
        try (InputStream input = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            long number = 1;
            for (Optional<String> line = line(file, input); line.isPresent(); line = line(file, input)) {
                consumer.accept(entry(file, number++, line.get()));
            }
        } catch (IOException failure) {
            throw new InputException("Cannot read the journal " + file.toAbsolutePath() + ": " + failure, failure);
        }
    }

    private static Optional<String> line(Path file, InputStream input) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int value = input.read(); value != -1; value = input.read()) {
            if (value == '\n') {
                return Optional.of(bytes.toString(StandardCharsets.UTF_8));
            }
            if (bytes.size() == MOST_LINE_BYTES) {
                throw new InputException(file.toAbsolutePath() + " has a line of more than " + MOST_LINE_BYTES
                        + " bytes; it is no journal");
            }
            bytes.write(value);
        }
        return Optional.empty();
    }

    private static JournalEntry entry(Path file, long number, String line) {
        String place = file.toAbsolutePath() + ", line " + number;
        try {
            return JournalCodec.fromTree(TreeReader.ofJson("entry", line));
        } catch (RuntimeException notAnEntry) {
            throw new InputException(place + " is damaged: " + notAnEntry.getMessage()
                    + ". Remove the line to keep the rest of the run", notAnEntry);
        }
    }
}
