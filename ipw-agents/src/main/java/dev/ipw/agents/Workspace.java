package dev.ipw.agents;

import dev.ipw.query.ToolSpan.ProcessorTime;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apiguardian.api.API;

/** The folder in which one task's tools work. It is made when a tool first asks for it. */
@API(status = API.Status.EXPERIMENTAL)
public final class Workspace {
    private final Supplier<Path> folder;
    private final String taskId;
    private final Consumer<ProcessorTime> used;

    /**
     * Hold a folder that is made when it is asked for.
     *
     * @param folder gives the existing folder, its real path; the same one each time
     * @param taskId the id of the task, unique in its run
     */
    public Workspace(Supplier<Path> folder, String taskId) {
        this(folder, taskId, time -> {});
    }

    private Workspace(Supplier<Path> folder, String taskId, Consumer<ProcessorTime> used) {
        this.folder = Objects.requireNonNull(folder, "folder");
        this.taskId = Objects.requireNonNull(taskId, "taskId");
        this.used = used;
    }

    /** Return a copy for one use of a tool, whose processes tell their processor time. */
    Workspace telling(Consumer<ProcessorTime> processorTime) {
        return new Workspace(folder, taskId, processorTime);
    }

    /**
     * Tell the processor time of a process that the tool started, so that the joules of its processes are known.
     *
     * @param time that of the process and of all that it started
     */
    public void used(ProcessorTime time) {
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
