package dev.ipw.results.internal.journal;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.FileVersion;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock that keeps other processes from writing a run. It is on a file of its own, which remains empty afterwards. A
 * lock on the journal would be lost as soon as this process has read the journal, because the system releases a
 * process's locks on a file when the first of its channels to it is closed.
 */
final class JournalLock implements Closeable {
    static final String FILE = "journal.lock";
    private static final int MAX_ATTEMPTS = 100;
    /** The locks of this process: it must not even open such a file, because closing it would release the lock. */
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

    private final @Nullable FileChannel channel;
    private final Object key;

    private JournalLock(@Nullable FileChannel channel, Object key) {
        this.channel = channel;
        this.key = key;
    }

    /** Returns the file beside a journal that is locked. */
    static Path fileOf(Path journal) {
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
            return new JournalLock(null, journal);
        }
        Path file = fileOf(journal);
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            create(file);
            FileVersion found = FileVersion.of(file);
            JournalLock lock = take(file, Objects.requireNonNullElse(found.key(), file.toAbsolutePath()), journal);
            // A lock counts only while its file has the name: the run may have been moved or deleted in between.
            if (Files.exists(file) && FileVersion.of(file).isSameFile(found)) {
                return lock;
            }
            lock.close();
        }
        throw new IOException("other processes replace " + file + " again and again");
    }

    /**
     * Returns whether a process, this one or another, writes the run of a journal. The check changes nothing, and needs
     * only that the lock's file can be read.
     *
     * @throws IOException if the file exists and cannot be checked
     */
    static boolean isHeld(Path journal) throws IOException {
        Path file = fileOf(journal);
        if (!Files.exists(file)) {
            return false;
        }
        Object key = Objects.requireNonNullElse(FileVersion.of(file).key(), file.toAbsolutePath());
        if (!HELD.add(key)) {
            return true;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.tryLock(0, Long.MAX_VALUE, true) == null;
        } catch (OverlappingFileLockException ours) {
            return true;
        } catch (NoSuchFileException removed) {
            return false;
        } finally {
            HELD.remove(key);
        }
    }

    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException left) {
            // One remains of each run.
            return;
        }
    }

    private static JournalLock take(Path file, Object key, Path journal) throws IOException {
        if (!HELD.add(key)) {
            throw stillGoing(journal);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            if (channel.tryLock() == null) {
                throw stillGoing(journal);
            }
            return new JournalLock(channel, key);
        } catch (OverlappingFileLockException ours) {
            new JournalLock(channel, key).close();
            throw stillGoing(journal);
        } catch (IOException | RuntimeException notTaken) {
            new JournalLock(channel, key).close();
            throw notTaken;
        }
    }

    private static InputException stillGoing(Path journal) {
        return new InputException("The run of " + journal.toAbsolutePath()
                + " is still going in another process. Wait for its end, or end it, then try again");
    }

    /** Releases the lock. Must be called once. */
    @Override
    public void close() throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            HELD.remove(key);
        }
    }
}
