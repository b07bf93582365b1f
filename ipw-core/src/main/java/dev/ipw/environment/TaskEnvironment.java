package dev.ipw.environment;

import java.time.Duration;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The environment in which an agent works on one task, and in which the task's own tests run afterwards: a container,
 * or a sandbox of this machine. The run engine starts it before the agent begins, verifies the agent's result, and
 * closes it; an agent only runs commands in it. The methods may be called from any thread, those of one task by one
 * thread at a time, except {@link #run}, which several may call at once.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface TaskEnvironment extends AutoCloseable {
    /**
     * Returns the name of the technology that isolates it from this machine.
     *
     * @return such as {@code podman} or {@code bubblewrap}
     */
    String name();

    /**
     * Returns the folder in which an agent works.
     *
     * @return a folder of the environment, such as {@code /app}
     */
    String workingFolder();

    /**
     * Returns the time limit of the agent.
     *
     * @return the task's own limit; empty if it has none
     */
    Optional<Duration> longest();

    /**
     * Returns the name under which a program in it reaches servers that listen on this machine's loopback address.
     *
     * @return a host such as {@code 127.0.0.1}; empty if they cannot be reached from the environment
     */
    Optional<String> loopbackHost();

    /**
     * Starts it, before the agent begins.
     *
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be created; the task then fails
     */
    void start() throws InterruptedException;

    /**
     * Runs commands in it to their end, or to their time limit.
     *
     * @param command the commands
     * @return their result
     * @throws InterruptedException         if the calling thread is interrupted; the commands are then ended
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    CommandResult run(ShellCommand command) throws InterruptedException;

    /**
     * Starts commands in it that run beside others, such as a service. Close them after use.
     *
     * @param command the commands
     * @return the running commands
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    RunningCommand launch(ShellCommand command);

    /**
     * Runs the task's reference solution, in place of an agent.
     *
     * @return its result; empty if the task has none
     * @throws InterruptedException         if the calling thread is interrupted; the solution is then ended
     * @throws dev.ipw.error.InputException if it cannot be run
     */
    default Optional<CommandResult> solve() throws InterruptedException {
        return Optional.empty();
    }

    /**
     * Runs the task's own tests on the agent's result, and keeps their output in the task's folder, where its evaluator
     * finds it.
     *
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if the tests cannot be run
     */
    void verify() throws InterruptedException;

    /**
     * Returns the agent's next instruction, for a task that continues after {@link #verify}.
     *
     * @return the instruction of the next step; empty, as by default, if the task is over
     */
    default Optional<String> nextInstruction() {
        return Optional.empty();
    }

    /** Removes it with all processes in it. Does nothing before {@link #start} and after the first call. */
    @Override
    void close();
}
