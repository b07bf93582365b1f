package dev.ipw.results.internal.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import static org.assertj.core.api.Assumptions.assumeThat;

/** The system's list of locks, which some systems do not have and some leave empty. */
final class SystemLocks {
    private static final Path LIST = Path.of("/proc/locks");

    private SystemLocks() {}

    /** Skip the test where a lock on a file of a folder would not be listed. */
    static void assumeListed(Path folder) throws IOException {
        assumeThat(LIST).as("the system's list of locks").isReadable();
        Path file = folder.resolve("locked-to-see-whether-it-is-listed");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assumeThat(lock.isValid() && hold(file)).as("locks of this process are listed").isTrue();
        } finally {
            Files.delete(file);
        }
    }

    /** Return whether they hold one on a file. */
    static boolean hold(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        return Files.readAllLines(LIST).stream().anyMatch(line -> line.contains(inode));
    }
}
