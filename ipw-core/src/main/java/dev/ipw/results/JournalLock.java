package dev.ipw.results;

import dev.ipw.error.InputException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Keep other processes from writing a run. The lock is on a file of its own, which stays behind empty: a lock on the journal
 * would be lost as soon as this process has read the journal, since the system gives up a process's locks on a file with the
 * first of its channels to it that is closed.
 */
final class JournalLock implements Closeable {
    private final Optional<FileChannel> channel;

    private JournalLock(Optional<FileChannel> channel) {
        this.channel = channel;
    }

    /** Name the file beside a journal that is locked. */
    static Path fileOf(Path journal) {
        return journal.resolveSibling("journal.lock");
    }

    /**
     * Take the lock. A journal that is no file, such as a device, needs none.
     *
     * @throws IOException    if the file cannot be made
     * @throws InputException if another process, or another journal of this one, has it
     */
    static JournalLock take(Path journal) throws IOException {
        if (Files.exists(journal) && !Files.isRegularFile(journal)) {
            return new JournalLock(Optional.empty());
        }
        FileChannel channel = FileChannel.open(fileOf(journal), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return new JournalLock(Optional.of(channel));
            }
        } catch (OverlappingFileLockException ours) {
            // Another journal of this process has it.
        } catch (IOException cannotLock) {
            channel.close();
            throw cannotLock;
        }
        channel.close();
        throw new InputException("The run of " + journal.toAbsolutePath()
                + " is still going in another process. Wait for its end, or end it, then try again");
    }

    @Override
    public void close() throws IOException {
        if (channel.isPresent()) {
            channel.get().close();
        }
    }
}
