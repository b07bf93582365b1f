package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that lets one thread of one process at a time fetch a file: the others find the file when they get the lock.
 */
final class DownloadLock {
    private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(30);

    private DownloadLock() {}

    /** A step that needs the lock. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    static void with(Path lockFile, Pause pause, Step step) throws RefusedException {
        ReentrantLock lock = IN_THIS_PROCESS.computeIfAbsent(lockFile.toAbsolutePath().normalize(),
                file -> new ReentrantLock());
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException stopped) {
            throw stopped(lockFile);
        }
        try {
            Files.createDirectories(HubCache.parent(lockFile));
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = await(channel, lockFile, pause)) {
                step.run();
                held.release();
            }
        } catch (RefusedException refused) {
            throw refused;
        } catch (IOException failed) {
            throw new InputException("Cannot keep what is fetched in " + lockFile.getParent() + ": "
                    + AtomicFile.reasonOf(failed) + ". Check the room and the permissions there, or name another folder"
                    + " in HF_HOME", failed);
        } finally {
            lock.unlock();
        }
    }

    private static CancellationException stopped(Path lockFile) {
        Thread.currentThread().interrupt();
        return new CancellationException("It waited for " + lockFile + ", which others hold while they fetch the file");
    }

    private static FileLock await(FileChannel channel, Path lockFile, Pause pause) throws IOException {
        for (long waited = 0; waited < LONGEST_NANOS; waited += POLL_NANOS) {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return lock;
            }
            try {
                pause.forNanos(POLL_NANOS);
            } catch (InterruptedException stopped) {
                throw stopped(lockFile);
            }
        }
        throw new InputException("Another process has held " + lockFile + " for "
                + TimeUnit.NANOSECONDS.toMinutes(LONGEST_NANOS) + " minutes; end it, then try again");
    }
}
