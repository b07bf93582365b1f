package dev.ipw.results.internal.journal;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.json.ChecksummedJson;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.internal.format.ResultFiles;
import dev.ipw.run.RunDirectory;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A reader of a journal, entry by entry. A last line without its end was cut off while it was written, or is still
 * being written, and is omitted. A line that does not fit its checksum is omitted too, and {@link #damage()} names it.
 * For one thread.
 */
public final class JournalReader implements Closeable {
    /** The maximum length of a line without its end, for readers and writers. */
    static final int MAX_LINE_BYTES = 64 << 20;

    private final Path file;
    private final LineReader lines;
    private final JournalDamage damage;
    private final long shiftNanos;
    private long lastDamaged;

    private JournalReader(Path file, LineReader lines, long shiftNanos) {
        this.file = file;
        this.shiftNanos = shiftNanos;
        this.lines = lines;
        damage = new JournalDamage(file);
    }

    /**
     * Opens a journal, which may still be appended to.
     *
     * @throws InputException if it is missing, or shorter than when the results of its run were written
     */
    public static JournalReader open(Path file) {
        return open(file, 0);
    }

    /** Opens a journal, and adds a time to all moments in it. */
    static JournalReader open(Path file, long shiftNanos) {
        try {
            requireAll(file);
            // A channel would close itself if the thread is interrupted.
            return new JournalReader(file, new LineReader(new FileInputStream(file.toFile()), MAX_LINE_BYTES),
                    shiftNanos);
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    /** Checks the length. A missing line leaves no trace in the others. */
    private static void requireAll(Path file) throws IOException {
        RunDirectory run = new RunDirectory(file.toAbsolutePath().resolveSibling(""));
        long bytes = run.isFinished() ? ResultFiles.read(run).journalBytes() : 0;
        if (Files.size(file) < bytes) {
            throw new InputException(file.toAbsolutePath() + " is damaged: it has " + Files.size(file)
                    + " bytes, and had " + bytes
                    + " when the results of the run were written. Put it back from a copy");
        }
    }

    /**
     * Reads all entries in order.
     *
     * @return the lines that were omitted
     * @throws InputException if the file is missing, a line before the last is no entry although it fits its checksum,
     *                        or a damaged line contained a clock, without which all other lines are meaningless; the
     *                        message names the line
     */
    public static JournalDamage read(Path file, Consumer<JournalEntry> consumer) {
        return read(new RunJournals.ShiftedJournal(file, 0), consumer);
    }

    static JournalDamage read(RunJournals.ShiftedJournal journal, Consumer<JournalEntry> consumer) {
        try (JournalReader reader = journal.open()) {
            for (Optional<JournalEntry> entry = reader.next(); entry.isPresent(); entry = reader.next()) {
                reader.give(entry.get(), consumer);
            }
            return reader.damage();
        }
    }

    private void give(JournalEntry entry, Consumer<JournalEntry> consumer) {
        try {
            consumer.accept(entry);
        } catch (IllegalArgumentException | ArithmeticException impossible) {
            throw damaged(impossible);
        }
    }

    /** Reads the next entry; empty after the last. */
    public Optional<JournalEntry> next() {
        return line(List.of("")).map(this::entry);
    }

    /** Reads the next entry of one type and skips the others without parsing them; empty after the last. */
    public <E extends JournalEntry> Optional<E> next(Class<E> type) {
        return next(List.of(type)).map(type::cast);
    }

    /** Reads the next entry of some types and skips the others without parsing them; empty after the last. */
    public Optional<JournalEntry> next(List<Class<? extends JournalEntry>> types) {
        List<String> beginnings = types.stream().map(JournalLineType::beginning).toList();
        for (Optional<String> line = line(beginnings); line.isPresent(); line = line(beginnings)) {
            JournalEntry entry = entry(line.get());
            if (types.stream().anyMatch(type -> type.isInstance(entry))) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /** Returns the lines so far that did not fit their checksums, among those that were parsed. */
    public JournalDamage damage() {
        return damage;
    }

    /** Reads the next intact line with one of these beginnings, or with a beginning that shows no type. */
    private Optional<String> line(List<String> beginnings) {
        try {
            for (Optional<String> line = terminated(); line.isPresent(); line = terminated()) {
                String text = line.get();
                if (beginnings.stream().noneMatch(text::startsWith) && JournalLineType.isOfKnownType(text)) {
                    continue;
                }
                if (ChecksummedJson.isIntact(lines.bytes())) {
                    return line;
                }
                leaveOut(text);
            }
            return Optional.empty();
        } catch (IOException failure) {
            throw unreadable(file, failure);
        }
    }

    private Optional<String> terminated() throws IOException {
        try {
            return lines.next().filter(line -> lines.terminated());
        } catch (CharacterCodingException notText) {
            return lines.terminated()
                    ? Optional.of(StandardCharsets.ISO_8859_1.decode(lines.bytes()).toString())
                    : Optional.empty();
        }
    }

    /** Omits a damaged line. A line feed that is itself damage creates a second part, whose beginning shows no type. */
    private void leaveOut(String text) {
        long number = lines.lineNumber();
        boolean isRest = number > 1 && number == lastDamaged + 1;
        if (JournalLineType.mayTellClock(text) || (JournalLineType.likelyType(text).isEmpty() && !isRest)) {
            throw new InputException(file.toAbsolutePath() + ", line " + number
                    + " is damaged: it does not fit its checksum, and may "
                    + "have told when a part of the run began, without which the times of what follows mean nothing. Put "
                    + "the file back from a copy; if the line told something else, remove it to keep the rest of the run");
        }
        lastDamaged = number;
        damage.add(number);
    }

    private JournalEntry entry(String line) {
        try {
            JournalEntry entry = TreeReader.ofJson("entry", line).as(JournalCodec::fromTree);
            return shiftNanos == 0 ? entry : entry.later(shiftNanos);
        } catch (RuntimeException notAnEntry) {
            throw damaged(notAnEntry);
        }
    }

    private InputException damaged(Exception cause) {
        return new InputException(file.toAbsolutePath() + ", line " + lines.lineNumber() + " is damaged: "
                + cause.getMessage() + ". Remove the line to keep the rest of the run", cause);
    }

    private static InputException unreadable(Path file, IOException failure) {
        return new InputException("Cannot read the journal " + file.toAbsolutePath() + ": " + FailureText.of(failure),
                failure);
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
