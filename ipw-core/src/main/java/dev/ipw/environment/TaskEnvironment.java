package dev.ipw.environment;

import java.time.Duration;
import java.util.Optional;

/**
 * The place in which an agent works on one task, and in which the task's own tests are run afterwards: a container, or a sandbox of
 * this machine. The run engine makes it before the agent begins, has what the agent left verified when it has ended, and takes it
 * away; an agent only runs commands in it. The methods may be called from any thread, one task's by one thread at a time, but for
 * {@link #run}, which several may call at once.
 */
public interface TaskEnvironment extends AutoCloseable {
    /**
     * Names what keeps it except for this machine.
     *
     * @return such as {@code podman} or {@code bubblewrap}
     */
    String name();

    /**
     * Says where an agent works in it.
     *
     * @return a folder of the environment, such as {@code /app}
     */
    String workingFolder();

    /**
     * Returns how long the agent may work on the task.
     *
     * @return the task's own limit; empty if it has none
     */
    Optional<Duration> longest();

    /**
     * Says under which name a program in it reaches servers that listen on this machine's loopback address.
     *
     * @return such as {@code 127.0.0.1}; empty if the environment has no way there
     */
    Optional<String> loopbackHost();

    /**
     * Makes it, before the agent begins.
     *
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if it cannot be made; the task fails then
     */
    void start() throws InterruptedException;

    /**
     * Runs commands in it to their end, or to their time limit.
     *
     * @param command the commands
     * @return what came of them
     * @throws InterruptedException         if the calling thread is interrupted; the commands are ended then
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    CommandResult run(ShellCommand command) throws InterruptedException;

    /**
     * Starts commands in it that go on while others run, such as a service. Close them after use.
     *
     * @param command the commands
     * @return the running commands
     * @throws dev.ipw.error.InputException if they cannot be started
     */
    RunningCommand launch(ShellCommand command);

    /**
     * Runs the reference solution that the task comes with, in place of an agent.
     *
     * @return what came of it; empty if the task has none
     * @throws InterruptedException         if the calling thread is interrupted; the solution is ended then
     * @throws dev.ipw.error.InputException if it cannot be run
     */
    default Optional<CommandResult> solve() throws InterruptedException {
        return Optional.empty();
    }

    /**
     * Runs the task's own tests on what the agent left, and keep what they say in the task's folder, where its
     * evaluator finds it.
     *
     * @throws InterruptedException         if the calling thread is interrupted
     * @throws dev.ipw.error.InputException if the tests cannot be run
     */
    void verify() throws InterruptedException;

    /**
     * Says what the agent is to do next, where the task goes on after {@link #verify}.
     *
     * @return the instruction of the next step; empty, as by default, if the task is over
     */
    default Optional<String> nextInstruction() {
        return Optional.empty();
    }

    /** Takes it away with all that runs in it. Does nothing before {@link #start} and after the first time. */
    @Override
    void close();
}
