package dev.ipw.profile.internal;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The files and the environment of a task before an agent begins.
 *
 * @param files        returns the files of a task
 * @param environments returns the environment of a task
 */
public record TaskSetUp(Function<DatasetRecord, Map<String, Path>> files, Environments environments) {
    /** The set-up of questions that need nothing. */
    public static final TaskSetUp NONE = new TaskSetUp(record -> Map.of(), (record, folder) -> Optional.empty());

    /**
     * Takes the set-up from a dataset.
     *
     * @param dataset the dataset
     * @return its files and environments
     */
    public static TaskSetUp of(Dataset dataset) {
        return new TaskSetUp(dataset::files, dataset::environment);
    }

    /** A source of the environments in which tasks are done. */
    @FunctionalInterface
    public interface Environments {
        /**
         * Describes the environment of a task.
         *
         * @param record the task
         * @param folder gives the folder of its query
         * @return the environment, not yet created; empty if it needs none
         */
        Optional<TaskEnvironment> of(DatasetRecord record, Supplier<Path> folder);
    }
}
