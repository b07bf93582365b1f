package dev.ipw.benchmarks.taskfolder;

import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.verification.VerifierEvaluatorProvider;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The tasks of a folder, each done in its environment and judged by its own tests.
 *
 * @param <T> the form of a task
 */
public abstract class TaskFolderDataset<T> implements Dataset {
    private final String id;
    private final TaskFolder folder;
    private final Map<String, T> tasks;

    /**
     * Creates the dataset.
     *
     * @param folder  the folder
     * @param folders the folders of the tasks
     * @param tasks   the tasks by their ids, in order
     */
    protected TaskFolderDataset(TaskFolder folder, List<Path> folders, Map<String, T> tasks) {
        id = folder.dataset() + ":" + folder.name() + "@" + folder.revision(folders);
        this.folder = folder;
        this.tasks = tasks;
    }

    /**
     * Describes a task as a question.
     *
     * @param task the task
     * @return its record
     */
    protected abstract DatasetRecord record(T task);

    /**
     * Creates the environment of a task.
     *
     * @param task       the task
     * @param taskFolder the folder for its results
     * @return the environment
     */
    protected abstract TaskEnvironment environment(T task, Supplier<Path> taskFolder);

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String displayName() {
        return folder.name();
    }

    @Override
    public final String defaultEvaluator() {
        return VerifierEvaluatorProvider.ID;
    }

    @Override
    public final List<PromptTemplate> promptTemplates() {
        return List.of(QuestionTemplate.ofText(folder.dataset(), 1, DatasetRecord::problem));
    }

    @Override
    public final Stream<DatasetRecord> records() {
        return tasks.values().stream().map(this::record);
    }

    @Override
    public final Optional<TaskEnvironment> environment(DatasetRecord record, Supplier<Path> taskFolder) {
        // A task that is asked several times has an id for each repetition: the task's own with a number behind it.
        T task = Optional.ofNullable(tasks.get(record.id()))
                .or(() -> Optional.ofNullable(tasks.get(record.id().replaceFirst("#\\d+$", ""))))
                .orElseThrow(() -> new InputException("The dataset " + id + " has no task " + record.id()));
        return Optional.of(environment(task, taskFolder));
    }

    @Override
    public String toString() {
        return "dataset " + id();
    }
}
