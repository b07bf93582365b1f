package dev.ipw.profile.internal;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folders of runs that need not be kept. They are deleted when the Java runtime ends. */
final class TemporaryRuns {
    private static final Logger LOGGER = LoggerFactory.getLogger(TemporaryRuns.class);
    private static final Queue<Path> FOLDERS = new ConcurrentLinkedQueue<>();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> FOLDERS.forEach(TemporaryRuns::delete), "ipw-temporary-runs"));
    }

    private TemporaryRuns() {}

    /** Creates an empty folder. */
    static Path folder() {
        try {
            Path folder = Files.createTempDirectory("ipw-");
            FOLDERS.add(folder);
            return folder;
        } catch (IOException failure) {
            throw new InputException("Cannot make a folder for a temporary run in "
                    + System.getProperty("java.io.tmpdir")
                    + ": " + AtomicFile.reasonOf(failure) + ". Name another by -Djava.io.tmpdir, or keep the run",
                    failure);
        }
    }

    private static void delete(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException stays) {
            LOGGER.warn("Could not delete {}", folder, stays);
        }
    }
}
