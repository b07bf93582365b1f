package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.taskfolder.TaskFolder;
import dev.ipw.benchmarks.taskfolder.TaskFolderDataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The tasks of a folder, each done in a container and judged by its tests. */
final class TerminalBenchDataset extends TaskFolderDataset<TerminalBenchTask> {
    private final TaskContainers containers;

    TerminalBenchDataset(TaskFolder folder, List<Path> folders, Map<String, TerminalBenchTask> tasks,
            TaskContainers containers) {
        super(folder, folders, tasks);
        this.containers = containers;
    }

    @Override
    protected DatasetRecord record(TerminalBenchTask task) {
        return DatasetRecord.builder(task.id(), task.instruction()).subject(task.labels().subject())
                .metadata(task.labels().metadata()).build();
    }

    @Override
    protected TaskEnvironment environment(TerminalBenchTask task, Supplier<Path> taskFolder) {
        return new TerminalBenchEnvironment(task, containers, taskFolder);
    }
}
