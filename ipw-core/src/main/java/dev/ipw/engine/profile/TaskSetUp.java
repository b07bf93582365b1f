package dev.ipw.engine.profile;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Give what a task needs before an agent begins.
 *
 * @param files        gives the files that a task comes with
 * @param environments gives the place in which it is done
 */
public record TaskSetUp(Function<DatasetRecord, Map<String, Path>> files, Environments environments) {
    /** Questions that need nothing. */
    public static final TaskSetUp NONE = new TaskSetUp(record -> Map.of(), (record, folder) -> Optional.empty());

    /**
     * Takes what a dataset gives.
     *
     * @param dataset the dataset
     * @return its files and environments
     */
    public static TaskSetUp of(Dataset dataset) {
        return new TaskSetUp(dataset::files, dataset::environment);
    }

    /** Give the places in which tasks are done. */
    @FunctionalInterface
    public interface Environments {
        /**
         * Describes the place of a task.
         *
         * @param record the task
         * @param folder gives the folder of its query
         * @return the environment, not yet made; empty if it needs none
         */
        Optional<TaskEnvironment> of(DatasetRecord record, Supplier<Path> folder);
    }
}
