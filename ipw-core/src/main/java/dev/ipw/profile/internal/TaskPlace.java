package dev.ipw.profile.internal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.query.QueryPhase;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The place of a query's task: the folder in which its agent works, and its environment. Tools on any thread ask for the
 * folder, which the lock guards; the environment is created and removed by the query's thread alone.
 */
final class TaskPlace implements AutoCloseable {
    private final String queryId;
    private final Path artifacts;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Path> workspace = Optional.empty();
    private Optional<TaskEnvironment> environment = Optional.empty();
    private boolean isCleaned;

    TaskPlace(String queryId, Path artifacts) {
        this.queryId = queryId;
        this.artifacts = artifacts;
    }

    /**
     * Copies the files of a task into its folder and creates its environment.
     *
     * @throws dev.ipw.error.InputException if a file cannot be fetched or copied, or the environment cannot be created
     */
    void prepare(DatasetRecord question, TaskSetUp setUp, QueryClock clock) throws InterruptedException {
        long start = System.nanoTime();
        Optional<String> error = Optional.empty();
        boolean isDone = false;
        try {
            Map<String, Path> files = setUp.files().apply(question);
            if (!files.isEmpty()) {
                isDone = true;
                Workspaces.fill(workspace(), files);
            }
            environment = setUp.environments().of(question, this::taskFolder);
            if (environment.isPresent()) {
                isDone = true;
                environment.get().start();
            }
        } catch (RuntimeException | Error failed) {
            isDone = true;
            error = Optional.of(DispatchedQuery.errorText(failed));
            throw failed;
        } finally {
            if (isDone) {
                clock.endPhase(QueryPhase.Kind.ENVIRONMENT_SETUP, start, System.nanoTime(), error);
            }
        }
    }

    Optional<TaskEnvironment> environment() {
        return environment;
    }

    Path workspace() {
        lock.lock();
        try {
            Path known = workspace.orElseGet(() -> Workspaces.make(artifacts, queryId));
            workspace = Optional.of(known);
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the folder of the query, which contains the one in which its agent works. */
    private Path taskFolder() {
        return Objects.requireNonNull(workspace().getParent(), "a workspace lies in the folder of its query");
    }

    /** Returns the workspace, if there is one, relative to the run, because a run may be moved with its content. */
    Optional<Path> workspaceWithinRun() {
        lock.lock();
        try {
            return workspace.map(folder -> Path.of(artifacts.getFileName().toString(),
                    folder.getName(folder.getNameCount() - 2).toString(), folder.getFileName().toString()));
        } finally {
            lock.unlock();
        }
    }

    /** Removes the environment, and keys from the remaining files. */
    @Override
    public void close() {
        Optional<TaskEnvironment> place = environment;
        environment = Optional.empty();
        try {
            place.ifPresent(TaskEnvironment::close);
        } finally {
            if (workspaceWithinRun().isPresent() && !isCleaned && SecretRedactor.knowsAny()) {
                isCleaned = true;
                LeftFiles.clean(taskFolder());
            }
        }
    }
}
