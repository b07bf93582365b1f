package dev.ipw.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hold the directory of a run that has not begun. An existing run that it replaces is only set aside until the new one
 * {@linkplain #keep() is kept}, and comes back if it {@linkplain #release() is released}.
 */
public final class RunReservation {
    private static final Logger LOGGER = LoggerFactory.getLogger(RunReservation.class);

    private final RunDirectory directory;
    private final Optional<Path> replaced;
    private final boolean kept;

    RunReservation(RunDirectory directory, Optional<Path> replaced) {
        this(directory, replaced, false);
    }

    private RunReservation(RunDirectory directory, Optional<Path> replaced, boolean kept) {
        this.directory = directory;
        this.replaced = replaced;
        this.kept = kept;
    }

    /**
     * Hold the directory of a run that is resumed: it stays, whatever comes.
     *
     * @param directory the run's directory
     * @return a reservation that deletes nothing
     */
    public static RunReservation ofKept(RunDirectory directory) {
        return new RunReservation(directory, Optional.empty(), true);
    }

    /**
     * Give the new run's directory.
     *
     * @return an empty directory
     */
    public RunDirectory directory() {
        return directory;
    }

    /** Begin the run: the one it replaces is deleted. */
    public void keep() {
        replaced.ifPresent(RunReservation::delete);
    }

    /** Do not begin the run: its directory goes away, and the one it would have replaced comes back. */
    public void release() {
        if (kept) {
            return;
        }
        delete(directory.path());
        replaced.ifPresent(aside -> {
            try {
                Files.move(aside, directory.path());
            } catch (IOException stays) {
                LOGGER.warn("Could not move {} back to {}", aside, directory.path(), stays);
            }
        });
    }

    private static void delete(Path path) {
        try {
            RunDirectory.delete(path);
        } catch (IOException stays) {
            LOGGER.warn("Could not delete {}", path, stays);
        }
    }
}
