package dev.ipw.benchmarks.harbor;

import dev.ipw.benchmarks.taskfolder.TaskFolder;
import dev.ipw.benchmarks.taskfolder.TaskFolderDataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The tasks of a folder, each done in its environment and judged by its tests. */
final class HarborDataset extends TaskFolderDataset<HarborTask> {
    private final HarborHosts hosts;
    private final HostVariables variables;

    HarborDataset(TaskFolder folder, List<Path> folders, Map<String, HarborTask> tasks, HarborHosts hosts,
            HostVariables variables) {
        super(folder, folders, tasks);
        this.hosts = hosts;
        this.variables = variables;
    }

    @Override
    protected DatasetRecord record(HarborTask task) {
        Map<String, Object> metadata = task.labels().metadata();
        task.name().ifPresent(name -> metadata.put("name", name));
        metadata.put("steps", (long) task.steps().size());
        hosts.kind(task).ifPresent(kind -> metadata.put("environment", kind));
        return DatasetRecord.builder(task.id(), task.steps().getFirst().instruction())
                .subject(task.labels().subject()).metadata(new HashMap<>(metadata)).build();
    }

    @Override
    protected TaskEnvironment environment(HarborTask task, Supplier<Path> taskFolder) {
        return new HarborEnvironment(task, hosts, variables, taskFolder);
    }
}
