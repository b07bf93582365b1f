package dev.ipw.results;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.tree.TreeReader;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Read a journal entry by entry. A last line without its end was cut off while it was written, or is still being written,
 * and is left out. For one thread.
 */
final class JournalReader implements Closeable {
    /** The longest line without its end, for whoever writes one too. */
    static final int MOST_LINE_BYTES = 64 << 20;
    private static final String ANY_TYPE = "{\"type\":\"";

    private final Path file;
    private final LineReader lines;

    private JournalReader(Path file, LineReader lines) {
        this.file = file;
        this.lines = lines;
    }

    /**
     * Open a journal, one that is still appended to among them.
     *
     * @throws InputException if it is missing
     */
    static JournalReader open(Path file) {
        try {
            // A channel would close itself if the thread is interrupted.
            return new JournalReader(file, new LineReader(new FileInputStream(file.toFile()), MOST_LINE_BYTES));
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /**
     * Read all entries in order.
     *
     * @throws InputException if the file is missing, or a line before the last is no entry; the message names the line
     */
    static void read(Path file, Consumer<JournalEntry> consumer) {
        try (JournalReader reader = open(file)) {
            for (Optional<JournalEntry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                consumer.accept(entry.get());
            }
        }
    }

    /** Read the next entry; empty after the last. */
    Optional<JournalEntry> next() {
        return line("").map(this::entry);
    }

    /** Read the next entry of one type and pass over the others without looking into them; empty after the last. */
    <E extends JournalEntry> Optional<E> next(Class<E> type) {
        String beginning = ANY_TYPE + JournalCodec.typeOf(type) + "\"";
        for (Optional<String> line = line(beginning); line.isPresent(); line = line(beginning)) {
            JournalEntry entry = entry(line.get());
            if (type.isInstance(entry)) {
                return Optional.of(type.cast(entry));
            }
        }
        return Optional.empty();
    }

    /** Read the next line that begins so, or does not tell its type at its beginning. */
    private Optional<String> line(String beginning) {
        try {
            Optional<String> line = terminated();
            while (line.filter(one -> one.startsWith(ANY_TYPE) && !one.startsWith(beginning)).isPresent()) {
                line = terminated();
            }
            return line;
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    private Optional<String> terminated() throws IOException {
        try {
            return lines.next().filter(line -> lines.terminated());
        } catch (CharacterCodingException notText) {
            if (lines.terminated()) {
                throw damaged(notText);
            }
            return Optional.empty();
        }
    }

    private JournalEntry entry(String line) {
        try {
            return JournalCodec.fromTree(TreeReader.ofJson("entry", line));
        } catch (RuntimeException notAnEntry) {
            throw damaged(notAnEntry);
        }
    }

    private InputException damaged(Exception cause) {
        return new InputException(file.toAbsolutePath() + ", line " + lines.lineNumber() + " is damaged: "
                + cause.getMessage() + ". Remove the line to keep the rest of the run", cause);
    }

    private static InputException unreadable(Path file, IOException failure) {
        return new InputException("Cannot read the journal " + file.toAbsolutePath() + ": " + failure, failure);
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }
}
