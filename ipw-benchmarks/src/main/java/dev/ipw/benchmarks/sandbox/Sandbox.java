package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandResult;

/** Run scripts apart from this machine. */
public interface Sandbox {
    /**
     * Names the sandbox.
     *
     * @return such as {@code bubblewrap}
     */
    String name();

    /**
     * Runs a script to its end, or end it at a limit with all that it started.
     *
     * @param task the script and its limits
     * @return what it came to
     * @throws InterruptedException         if the calling thread is interrupted; the run is ended then
     * @throws dev.ipw.error.InputException if the sandbox cannot be started
     */
    CommandResult run(SandboxTask task) throws InterruptedException;
}
