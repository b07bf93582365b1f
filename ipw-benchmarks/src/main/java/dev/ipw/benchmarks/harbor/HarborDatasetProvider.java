package dev.ipw.benchmarks.harbor;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The provider of tasks in folders of Harbor's form: {@code harbor:FOLDER}. Parameters: {@code tasks} chooses some by
 * name, {@code environment} their isolation, {@code network} the containers' access to the network, {@code image} the
 * image of tasks that need none, {@code task_env} the variables of this machine that they may have.
 */
public final class HarborDatasetProvider implements DatasetProvider {
    /** The dataset's id. */
    static final String ID = "harbor";
    private static final List<String> ENVIRONMENTS = List.of("auto", "bubblewrap", "podman", "docker");
    private static final String PLAIN_IMAGE = "python:3.12-slim";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "tasks with environment and tests, in folders of Harbor's form (Terminal-Bench 2 and others): harbor:FOLDER";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        TaskFolder folder = TaskFolder.of(parameters, HarborTask.FILE, ID);
        String wanted = folder.choice("environment", parameters, ENVIRONMENTS);
        Network network = folder.network(parameters);
        EnvironmentChoice choice = EnvironmentChoice.of(context.variable("PATH").orElse("/usr/bin:/bin"), wanted);
        HarborHosts hosts = new HarborHosts(choice, parameters.text("image").orElse(PLAIN_IMAGE), network);
        List<Path> folders = folder.tasks(parameters.text("tasks"));
        List<HarborTask> tasks = folders.stream().map(HarborTask::read).toList();
        refuseImpossible(tasks, hosts);
        HostVariables variables = HostVariables.of(parameters.text(HostVariables.PARAMETER), context::variable);
        requireAllowed(tasks, variables);
        context.progress("Tasks of " + folder.name() + ": " + counts(tasks, hosts) + given(tasks, variables));
        Map<String, HarborTask> byId = new LinkedHashMap<>();
        tasks.forEach(task -> byId.put(task.id(), task));
        return new HarborDataset(folder, folders, byId, hosts, variables);
    }

    private static void refuseImpossible(List<HarborTask> tasks, HarborHosts hosts) {
        List<String> impossible = tasks.stream().filter(task -> hosts.kind(task).isEmpty()).map(HarborTask::id)
                .toList();
        if (!impossible.isEmpty()) {
            throw new ConfigurationException(impossible.size() + " of " + tasks.size()
                    + " tasks cannot be done here, such as " + impossible.getFirst() + ": " + hosts.problems()
                    + ". Install podman or docker, or choose other tasks with the parameter tasks");
        }
    }

    /** Rejects names that the user did not allow, all at once, and those that are allowed and not set. */
    private static void requireAllowed(List<HarborTask> tasks, HostVariables variables) {
        Map<String, List<String>> refused = new TreeMap<>();
        tasks.forEach(task -> task.variables().flatMap(variables::refused).distinct()
                .forEach(name -> refused.computeIfAbsent(name, first -> new ArrayList<>()).add(task.id())));
        if (!refused.isEmpty()) {
            throw new ConfigurationException("Tasks take variables of this machine that are not allowed: "
                    + refused.entrySet().stream().map(entry -> entry.getKey() + " (" + told(entry.getValue()) + ")")
                            .collect(Collectors.joining(", "))
                    + ". If they may have the values, add "
                    + HostVariables.adviceFor(String.join(",", refused.keySet()))
                    + "; otherwise leave the tasks out with the parameter tasks");
        }
        tasks.forEach(task -> task.variables().forEach(values -> variables.filled(task.id(), values)));
    }

    private static String told(List<String> tasks) {
        return tasks.size() == 1
                ? "the task " + tasks.getFirst()
                : tasks.size() + " tasks, such as " + tasks.getFirst();
    }

    /** Describes the variables of this machine that tasks have. */
    private static String given(List<HarborTask> tasks, HostVariables variables) {
        String names = tasks.stream().flatMap(HarborTask::hostVariables).filter(variables.allowed()::contains)
                .distinct().sorted().collect(Collectors.joining(", "));
        return names.isEmpty()
                ? ""
                : "; they have the values of these variables of this machine, which are kept nowhere: " + names;
    }

    private static String counts(List<HarborTask> tasks, HarborHosts hosts) {
        Map<String, Long> byKind = tasks.stream().collect(Collectors
                .groupingBy(task -> Optional.of(task).flatMap(hosts::kind).orElse("nothing"), TreeMap::new,
                        Collectors.counting()));
        return byKind.entrySet().stream().map(entry -> entry.getValue() + " in " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** The tasks of a folder, each done in its environment and judged by its tests. */
    private static final class HarborDataset extends TaskFolderDataset<HarborTask> {
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
}
