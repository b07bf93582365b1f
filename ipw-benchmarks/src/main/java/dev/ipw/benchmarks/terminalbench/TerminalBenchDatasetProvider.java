package dev.ipw.benchmarks.terminalbench;

import dev.ipw.benchmarks.environment.ContainerSettings.Network;
import dev.ipw.benchmarks.environment.EnvironmentChoice;
import dev.ipw.benchmarks.taskfolder.TaskFolder;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The provider of tasks in folders of Terminal-Bench's first form: {@code terminalbench:FOLDER}. Parameters:
 * {@code tasks} chooses some by name, {@code environment} the container engine, {@code network} the containers' access
 * to the network.
 */
public final class TerminalBenchDatasetProvider implements DatasetProvider {
    /** The dataset's id. */
    static final String ID = "terminalbench";
    private static final List<String> ENVIRONMENTS = List.of("auto", "podman", "docker");
    private static final List<String> NETWORKS = List.of("bridge", "host", "none");

    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public TerminalBenchDatasetProvider() {}

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
        TaskFolder folder = TaskFolder.of(parameters.text("address").orElseThrow(() -> new ConfigurationException(
                "The tasks of the dataset terminalbench do not come with this program: name their folder as in"
                        + " terminalbench:FOLDER")),
                TerminalBenchTask.FILE, ID);
        Network network = Network.valueOf(oneOf("network", parameters, NETWORKS).toUpperCase(Locale.ROOT));
        EnvironmentChoice choice = EnvironmentChoice.ofEngines(context.variable("PATH").orElse("/usr/bin:/bin"),
                oneOf("environment", parameters, ENVIRONMENTS));
        List<Path> folders = folder.tasks(parameters.text("tasks"));
        List<TerminalBenchTask> tasks = folders.stream().map(TerminalBenchTask::read).toList();
        TaskContainers containers = new TaskContainers(choice.engine().orElseThrow(() -> new ConfigurationException(
                "The tasks of " + folder.name() + " are done in containers, and there is no engine for them ("
                        + String.join(", ", choice.problems()) + "). Install podman or docker")),
                network);
        return new TerminalBenchDataset(ID + ":" + folder.name() + "@" + folder.revision(folders), folder.name(),
                tasks, containers);
    }

    private static String oneOf(String key, Parameters parameters, List<String> allowed) {
        String value = parameters.text(key).orElse(allowed.getFirst());
        if (!allowed.contains(value)) {
            throw new ConfigurationException("The parameter " + key + " of the dataset terminalbench must be one of "
                    + String.join(", ", allowed) + ", not '" + value + "'");
        }
        return value;
    }
}
