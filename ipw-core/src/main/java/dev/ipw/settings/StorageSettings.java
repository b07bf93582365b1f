package dev.ipw.settings;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The settings of a run's storage.
 *
 * @param output    the folder of all runs
 * @param runName   the run's folder in it; empty for a name of machine, model and dataset
 * @param overwrite true to replace a run of that name
 * @param resume    true to continue the run of that name
 * @param command   the command line that started the run, to be kept with it
 * @param temporary true to delete the run when the Java runtime ends
 */
@API(status = API.Status.EXPERIMENTAL)
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
     * Sets the folder of all runs.
     *
     * @param directory created if missing
     * @return the changed copy
     */
    public StorageSettings output(Path directory) {
        return new StorageSettings(directory, runName, overwrite, resume, command, temporary);
    }

    /**
     * Sets the name of the run. An existing run of that name is refused unless {@link #overwrite(boolean)} is set.
     *
     * @param name one folder name
     * @return the changed copy
     */
    public StorageSettings runName(String name) {
        return new StorageSettings(output, Optional.of(name), overwrite, resume, command, temporary);
    }

    /**
     * Replaces an existing run of the same name. Refused, when the run begins, are a run that is still active in any
     * process, and a folder with a file that no run made.
     *
     * @param allowed true to delete it
     * @return the changed copy
     */
    public StorageSettings overwrite(boolean allowed) {
        return new StorageSettings(output, runName, allowed, resume, command, temporary);
    }

    /**
     * Resumes the run that {@link #runName(String)} names: one that was killed, ended early or lost its server.
     * Questions without an outcome are asked, and those that never reached the server are asked again; every other
     * outcome is kept. The settings must be those of the run's start.
     *
     * @param goOn true to resume; false, the default, to begin a run
     * @return the changed copy
     */
    public StorageSettings resume(boolean goOn) {
        return new StorageSettings(output, runName, overwrite, goOn, command, temporary);
    }

    /**
     * Keeps the command line that starts the run with it; secrets in it are replaced.
     *
     * @param line the command line
     * @return the changed copy
     */
    public StorageSettings command(String line) {
        return new StorageSettings(output, runName, overwrite, resume, Optional.of(line), temporary);
    }

    /**
     * Keeps nothing: the run is in a new folder for temporary files, which is deleted when the Java runtime ends. Until
     * then it can be read like any other. The folder of all runs is not touched.
     *
     * @return the changed copy
     */
    public StorageSettings asTemporary() {
        return new StorageSettings(output, runName, overwrite, resume, command, true);
    }
}
