package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.environment.ContainerSettings.Network;
import dev.ipw.benchmarks.environment.EnvironmentChoice;
import dev.ipw.benchmarks.taskfolder.TaskFolder;
import dev.ipw.benchmarks.taskfolder.TaskFolderDataset;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The provider of tasks in folders of Terminal-Bench's first form: {@code terminalbench:FOLDER}. Parameters:
 * {@code tasks} chooses some by name, {@code environment} the container engine, {@code network} the containers' access
 * to the network.
 */
public final class TerminalBenchDatasetProvider implements DatasetProvider {
    /** The dataset's id. */
    static final String ID = "terminalbench";
    private static final List<String> ENVIRONMENTS = List.of("auto", "podman", "docker");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "tasks in containers with their tests, in folders of Terminal-Bench's first form: terminalbench:FOLDER";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        TaskFolder folder = TaskFolder.of(parameters, TerminalBenchTask.FILE, ID);
        Network network = folder.network(parameters);
        EnvironmentChoice choice = EnvironmentChoice.ofEngines(context.variable("PATH").orElse("/usr/bin:/bin"),
                folder.choice("environment", parameters, ENVIRONMENTS));
        List<Path> folders = folder.tasks(parameters.text("tasks"));
        Map<String, TerminalBenchTask> tasks = new LinkedHashMap<>();
        folders.stream().map(TerminalBenchTask::read).forEach(task -> tasks.put(task.id(), task));
        TaskContainers containers = new TaskContainers(choice.engine().orElseThrow(() -> new ConfigurationException(
                "The tasks of " + folder.name() + " are done in containers, and there is no engine for them ("
                        + String.join(", ", choice.problems()) + "). Install podman or docker")),
                network);
        return new TerminalBenchDataset(folder, folders, tasks, containers);
    }

    /** The tasks of a folder, each done in a container and judged by its tests. */
    private static final class TerminalBenchDataset extends TaskFolderDataset<TerminalBenchTask> {
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
}
