package dev.ipw.internal.file;

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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock that keeps other processes, and other writers of this one, from writing the same files. It is on a file of
 * its own, which remains empty afterwards. A lock on a written file would be lost as soon as this process has read it,
 * because the system releases a process's locks on a file when the first of its channels to it is closed.
 */
public final class WriterLock implements Closeable {
    private static final int MAX_ATTEMPTS = 100;
    /** The locks of this process: it must not even open such a file, because closing it would release the lock. */
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

    private final @Nullable FileChannel channel;
    private final Object key;

    private WriterLock(@Nullable FileChannel channel, Object key) {
        this.channel = channel;
        this.key = key;
    }

    /**
     * Takes the lock.
     *
     * @param file the file of the lock, created if missing
     * @return the lock; empty if another process, or another writer of this one, has it
     * @throws IOException if the file cannot be created or locked
     */
    public static Optional<WriterLock> take(Path file) throws IOException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            create(file);
            FileVersion found = FileVersion.of(file);
            Optional<WriterLock> lock = take(file, Objects.requireNonNullElse(found.key(), file.toAbsolutePath()));
            // A lock counts only while its file has the name: its folder may have been moved or deleted in between.
            if (lock.isEmpty() || (Files.exists(file) && FileVersion.of(file).isSameFile(found))) {
                return lock;
            }
            lock.get().close();
        }
        throw new IOException("other processes replace " + file + " again and again");
    }

    /**
     * Returns whether a process, this one or another, has the lock. The check changes nothing, and needs only that the
     * file can be read.
     *
     * @param file the file of the lock
     * @return false also if there is no such file
     * @throws IOException if the file exists and cannot be checked
     */
    public static boolean isHeld(Path file) throws IOException {
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
            // One remains of each writer.
            return;
        }
    }

    private static Optional<WriterLock> take(Path file, Object key) throws IOException {
        if (!HELD.add(key)) {
            return Optional.empty();
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            if (channel.tryLock() != null) {
                return Optional.of(new WriterLock(channel, key));
            }
        } catch (OverlappingFileLockException ours) {
            // Another class loader's copy of this class has it.
        } catch (IOException | RuntimeException notTaken) {
            new WriterLock(channel, key).close();
            throw notTaken;
        }
        new WriterLock(channel, key).close();
        return Optional.empty();
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
