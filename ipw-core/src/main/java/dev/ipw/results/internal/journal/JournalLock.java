package dev.ipw.results.internal.journal;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.WriterLock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The lock that keeps other processes from writing a run. */
public final class JournalLock implements Closeable {
    static final String FILE = "journal.lock";

    private final Optional<WriterLock> lock;

    private JournalLock(Optional<WriterLock> lock) {
        this.lock = lock;
    }

    /** Returns the file beside a journal that is locked. */
    public static Path fileOf(Path journal) {
        return journal.resolveSibling(FILE);
    }

    /**
     * Takes the lock. A journal that is not a regular file, such as a device, needs none.
     *
     * @throws IOException    if the file cannot be created
     * @throws InputException if another process, or another journal of this one, has it
     */
    static JournalLock take(Path journal) throws IOException {
        if (Files.exists(journal) && !Files.isRegularFile(journal)) {
            return new JournalLock(Optional.empty());
        }
        Optional<WriterLock> taken = WriterLock.take(fileOf(journal));
        if (taken.isEmpty()) {
            throw new InputException("The run of " + journal.toAbsolutePath()
                    + " is still going in another process. Wait for its end, or end it, then try again");
        }
        return new JournalLock(taken);
    }

    /**
     * Returns whether a process, this one or another, writes the run of a journal. The check changes nothing, and needs
     * only that the lock's file can be read.
     *
     * @throws IOException if the file exists and cannot be checked
     */
    static boolean isHeld(Path journal) throws IOException {
        return WriterLock.isHeld(fileOf(journal));
    }

    /** Releases the lock. Must be called once. */
    @Override
    public void close() throws IOException {
        if (lock.isPresent()) {
            lock.get().close();
        }
    }
}
