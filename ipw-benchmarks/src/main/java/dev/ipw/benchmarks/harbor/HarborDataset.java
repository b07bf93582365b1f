package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.benchmarks.verification.VerifierEvaluatorProvider;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The tasks of a folder, each done in its environment and judged by its tests. */
final class HarborDataset implements Dataset {
    private final String id;
    private final String displayName;
    private final Map<String, HarborTask> tasks = new LinkedHashMap<>();
    private final HarborHosts hosts;
    private final HostVariables variables;

    HarborDataset(String id, String displayName, List<HarborTask> tasks, HarborHosts hosts, HostVariables variables) {
        this.id = id;
        this.displayName = displayName;
        this.hosts = hosts;
        this.variables = variables;
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
        return List.of(QuestionTemplate.ofText("harbor", 1, DatasetRecord::problem));
    }

    @Override
    public Stream<DatasetRecord> records() {
        return tasks.values().stream().map(this::record);
    }

    private DatasetRecord record(HarborTask task) {
        Map<String, Object> metadata = new TreeMap<>();
        task.name().ifPresent(name -> metadata.put("name", name));
        task.difficulty().ifPresent(level -> metadata.put("difficulty", level));
        task.category().ifPresent(category -> metadata.put("category", category));
        if (!task.tags().isEmpty()) {
            metadata.put("tags", task.tags());
        }
        metadata.put("steps", (long) task.steps().size());
        hosts.kind(task).ifPresent(kind -> metadata.put("environment", kind));
        return DatasetRecord.builder(task.id(), task.steps().getFirst().instruction())
                .subject(task.category().orElse("task")).metadata(new HashMap<>(metadata)).build();
    }

    @Override
    public Optional<TaskEnvironment> environment(DatasetRecord record, Supplier<Path> taskFolder) {
        // A task that is asked several times has an id for each repetition: the task's own with a number behind it.
        HarborTask task = tasks.get(record.id());
        if (task == null) {
            task = tasks.get(record.id().replaceFirst("#\\d+$", ""));
        }
        if (task == null) {
            throw new InputException("The dataset " + id + " has no task " + record.id());
        }
        return Optional.of(new HarborEnvironment(task, hosts, variables, taskFolder));
    }
}
