package dev.ipw.settings;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of a run's storage.
 *
 * @param output    the folder of all runs
 * @param runName   the run's folder in it; empty to name it by machine, model and dataset
 * @param overwrite true to replace a run of that name
 * @param resume    true to continue the run of that name
 * @param command   the command line that started the run, to be kept with it
 * @param temporary true to delete the run when the Java runtime ends
 */
public record StorageSettings(Path output, Optional<String> runName, boolean overwrite, boolean resume,
        Optional<String> command, boolean temporary) {
    /** A new folder in {@code runs}. */
    public static final StorageSettings DEFAULTS = new StorageSettings(Path.of("runs"), Optional.empty(), false, false,
            Optional.empty(), false);

    /** Rejects nulls. */
    public StorageSettings {
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(runName, "runName");
        Objects.requireNonNull(command, "command");
    }

    /**
     * Chooses the folder of all runs.
     *
     * @param directory created if missing
     * @return a copy with it
     */
    public StorageSettings output(Path directory) {
        return new StorageSettings(directory, runName, overwrite, resume, command, temporary);
    }

    /**
     * Names the run. A run of that name that exists is refused unless {@link #overwrite(boolean)} is set.
     *
     * @param name one folder name
     * @return a copy with it
     */
    public StorageSettings runName(String name) {
        return new StorageSettings(output, Optional.of(name), overwrite, resume, command, temporary);
    }

    /**
     * Replaces an existing run of the same name. One that is still running, in any process, and a folder with anything
     * that no run made are refused when the run begins.
     *
     * @param allowed true to delete it
     * @return a copy with it
     */
    public StorageSettings overwrite(boolean allowed) {
        return new StorageSettings(output, runName, allowed, resume, command, temporary);
    }

    /**
     * Resumes the run that {@link #runName(String)} names: one that was killed, ended early or lost its server. What
     * has no outcome is asked, and what never reached the server is asked again; every other outcome stands. What is
     * asked for must be the same as when the run was begun.
     *
     * @param goOn true to go on; false, which it is without this call, to begin a run
     * @return a copy with it
     */
    public StorageSettings resume(boolean goOn) {
        return new StorageSettings(output, runName, overwrite, goOn, command, temporary);
    }

    /**
     * Keeps the command line that starts the run with it; secrets in it are replaced.
     *
     * @param line the command line
     * @return a copy with it
     */
    public StorageSettings command(String line) {
        return new StorageSettings(output, runName, overwrite, resume, Optional.of(line), temporary);
    }

    /**
     * Keeps nothing: the run lies in a new folder for temporary files, which is deleted when the Java runtime ends.
     * Until then it can be read as any other. The folder of all runs is not touched.
     *
     * @return a copy with it
     */
    public StorageSettings asTemporary() {
        return new StorageSettings(output, runName, overwrite, resume, command, true);
    }
}
