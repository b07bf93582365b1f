package dev.ipw.settings;

import dev.ipw.shard.ShardSpec;
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
 * @param shard     the shard of the run; empty for the whole run
 */
@API(status = API.Status.EXPERIMENTAL)
public record StorageSettings(Path output, Optional<String> runName, boolean overwrite, boolean resume,
        Optional<String> command, boolean temporary, Optional<ShardSettings> shard) {
    /** A new folder in {@code runs}. */
    public static final StorageSettings DEFAULTS = new StorageSettings(Path.of("runs"), Optional.empty(), false, false,
            Optional.empty(), false, Optional.empty());

    /** Rejects nulls. */
    public StorageSettings {
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(runName, "runName");
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(shard, "shard");
    }

    /**
     * Sets the folder of all runs.
     *
     * @param directory created if missing
     * @return the changed copy
     */
    public StorageSettings output(Path directory) {
        return new StorageSettings(directory, runName, overwrite, resume, command, temporary, shard);
    }

    /**
     * Sets the name of the run. An existing run of that name is refused unless {@link #overwrite(boolean)} is set.
     *
     * @param name one folder name
     * @return the changed copy
     */
    public StorageSettings runName(String name) {
        return new StorageSettings(output, Optional.of(name), overwrite, resume, command, temporary, shard);
    }

    /**
     * Replaces an existing run of the same name. Refused, when the run begins, are a run that is still active in any
     * process, and a folder with a file that no run made.
     *
     * @param allowed true to delete it
     * @return the changed copy
     */
    public StorageSettings overwrite(boolean allowed) {
        return new StorageSettings(output, runName, allowed, resume, command, temporary, shard);
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
        return new StorageSettings(output, runName, overwrite, goOn, command, temporary, shard);
    }

    /**
     * Keeps the command line that starts the run with it; secrets in it are replaced.
     *
     * @param line the command line
     * @return the changed copy
     */
    public StorageSettings command(String line) {
        return new StorageSettings(output, runName, overwrite, resume, Optional.of(line), temporary, shard);
    }

    /**
     * Keeps nothing: the run is in a new folder for temporary files, which is deleted when the Java runtime ends. Until
     * then it can be read like any other. The folder of all runs is not touched.
     *
     * @return the changed copy
     */
    public StorageSettings asTemporary() {
        return new StorageSettings(output, runName, overwrite, resume, command, true, shard);
    }

    /**
     * Runs one shard of the run, as {@link #shard(ShardSettings)} does, on the server that all shards ask.
     *
     * @param index the number of the shard, from 0
     * @param count the number of shards
     * @return the changed copy
     */
    public StorageSettings shard(int index, int count) {
        return shard(ShardSettings.of(new ShardSpec(index, count)));
    }

    /**
     * Runs one shard of the run that {@link #runName(String)} names. The shard is a run in a folder of its own in it,
     * such as {@code shard-00007-of-00064}; one that was begun before is resumed.
     *
     * @param part the shard
     * @return the changed copy
     */
    public StorageSettings shard(ShardSettings part) {
        return new StorageSettings(output, runName, overwrite, resume, command, temporary, Optional.of(part));
    }
}
