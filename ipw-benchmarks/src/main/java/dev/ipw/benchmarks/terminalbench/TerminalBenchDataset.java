package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.verification.VerifierEvaluatorProvider;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The tasks of a folder, each done in a container and judged by its tests. */
final class TerminalBenchDataset implements Dataset {
    private final String id;
    private final String displayName;
    private final Map<String, TerminalBenchTask> tasks = new LinkedHashMap<>();
    private final TaskContainers containers;

    TerminalBenchDataset(String id, String displayName, List<TerminalBenchTask> tasks, TaskContainers containers) {
        this.id = id;
        this.displayName = displayName;
        this.containers = containers;
        tasks.forEach(task -> this.tasks.put(task.id(), task));
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String displayName() {
        return displayName;
    }

    @Override
    public String defaultEvaluator() {
        return VerifierEvaluatorProvider.ID;
    }

    @Override
    public List<PromptTemplate> promptTemplates() {
        return List.of(QuestionTemplate.ofText("terminalbench", 1, DatasetRecord::problem));
    }

    @Override
    public Stream<DatasetRecord> records() {
        return tasks.values().stream().map(TerminalBenchDataset::record);
    }

    private static DatasetRecord record(TerminalBenchTask task) {
        Map<String, Object> metadata = new TreeMap<>();
        task.difficulty().ifPresent(level -> metadata.put("difficulty", level));
        task.category().ifPresent(category -> metadata.put("category", category));
        if (!task.tags().isEmpty()) {
            metadata.put("tags", task.tags());
        }
        return DatasetRecord.builder(task.id(), task.instruction()).subject(task.category().orElse("task"))
                .metadata(metadata).build();
    }

    @Override
    public Optional<TaskEnvironment> environment(DatasetRecord record, Supplier<Path> taskFolder) {
        // A task that is asked several times has an id for each repetition: the task's own with a number behind it.
        TerminalBenchTask task = Optional.ofNullable(tasks.get(record.id()))
                .or(() -> Optional.ofNullable(tasks.get(record.id().replaceFirst("#\\d+$", ""))))
                .orElseThrow(() -> new InputException("The dataset " + id + " has no task " + record.id()));
        return Optional.of(new TerminalBenchEnvironment(task, containers, taskFolder));
    }
}
