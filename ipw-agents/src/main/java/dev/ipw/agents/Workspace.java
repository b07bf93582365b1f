package dev.ipw.agents;

import dev.ipw.environment.TaskEnvironment;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.query.QuerySession;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/**
 * The folder in which one task's tools work, created when a tool first needs it, and the task's environment, if it
 * has one.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Workspace {
    private final Supplier<Path> folder;
    private final String taskId;
    private final Optional<TaskEnvironment> environment;
    private final Consumer<UsedProcessorTime> used;

    /**
     * Creates a workspace whose folder is created on demand.
     *
     * @param folder returns the existing folder, its real path; the same one each time
     * @param taskId the id of the task, unique in its run
     */
    public Workspace(Supplier<Path> folder, String taskId) {
        this(folder, taskId, Optional.empty(), time -> {});
    }

    private Workspace(Supplier<Path> folder, String taskId, Optional<TaskEnvironment> environment,
            Consumer<UsedProcessorTime> used) {
        this.folder = Objects.requireNonNull(folder, "folder");
        this.taskId = Objects.requireNonNull(taskId, "taskId");
        this.environment = environment;
        this.used = used;
    }

    /**
     * Creates the workspace of a task, with its folder and environment.
     *
     * @param session the task's session
     * @param taskId  the id of the task, unique in its run
     * @return its workspace
     */
    public static Workspace of(QuerySession session, String taskId) {
        return new Workspace(session::workspace, taskId, session.environment(), time -> {});
    }

    /** Returns a copy for one use of a tool, which reports the processor time of its processes. */
    Workspace withProcessorTime(Consumer<UsedProcessorTime> processorTime) {
        return new Workspace(folder, taskId, environment, processorTime);
    }

    /**
     * Reports the processor time of a process that the tool started, so that the joules of its processes are known.
     *
     * @param time the time of the process and of all its descendants
     */
    public void used(UsedProcessorTime time) {
        used.accept(Objects.requireNonNull(time, "time"));
    }

    /**
     * Creates a workspace in a folder.
     *
     * @param folder an existing folder, its real path
     * @param taskId the id of the task, unique in its run
     */
    public Workspace(Path folder, String taskId) {
        this(() -> folder, taskId);
    }

    /**
     * Returns the environment of the task. Commands run there and not in a sandbox of this machine.
     *
     * @return the environment; empty if the task has none
     */
    public Optional<TaskEnvironment> environment() {
        return environment;
    }

    /**
     * Returns the folder.
     *
     * @return its real path
     * @throws dev.ipw.error.InputException if it cannot be created
     */
    public Path folder() {
        return folder.get();
    }

    /**
     * Returns the task's id.
     *
     * @return its id, unique in its run
     */
    public String taskId() {
        return taskId;
    }
}
