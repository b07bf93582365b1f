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

/** The folder in which one task's tools work, made when a tool first asks for it, and the task's environment, where it has one. */
@API(status = API.Status.EXPERIMENTAL)
public final class Workspace {
    private final Supplier<Path> folder;
    private final String taskId;
    private final Optional<TaskEnvironment> environment;
    private final Consumer<UsedProcessorTime> used;

    /**
     * Hold a folder that is made when it is asked for.
     *
     * @param folder gives the existing folder, its real path; the same one each time
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
     * Hold the folder and the environment of a task.
     *
     * @param session the task's session
     * @param taskId  the id of the task, unique in its run
     * @return its workspace
     */
    public static Workspace of(QuerySession session, String taskId) {
        return new Workspace(session::workspace, taskId, session.environment(), time -> {});
    }

    /** Return a copy for one use of a tool, whose processes tell their processor time. */
    Workspace telling(Consumer<UsedProcessorTime> processorTime) {
        return new Workspace(folder, taskId, environment, processorTime);
    }

    /**
     * Tell the processor time of a process that the tool started, so that the joules of its processes are known.
     *
     * @param time that of the process and of all that it started
     */
    public void used(UsedProcessorTime time) {
        used.accept(Objects.requireNonNull(time, "time"));
    }

    /**
     * Hold a folder.
     *
     * @param folder an existing folder, its real path
     * @param taskId the id of the task, unique in its run
     */
    public Workspace(Path folder, String taskId) {
        this(() -> folder, taskId);
    }

    /**
     * Return the place in which the task is to be done. Commands run there and not in a sandbox of this machine.
     *
     * @return the environment; empty if the task has none
     */
    public Optional<TaskEnvironment> environment() {
        return environment;
    }

    /**
     * Return the folder.
     *
     * @return its real path
     * @throws dev.ipw.error.InputException if it cannot be made
     */
    public Path folder() {
        return folder.get();
    }

    /**
     * Name the task.
     *
     * @return its id, unique in its run
     */
    public String taskId() {
        return taskId;
    }
}
