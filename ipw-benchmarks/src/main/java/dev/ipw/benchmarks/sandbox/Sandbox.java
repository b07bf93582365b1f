package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandResult;

/** A place that runs scripts isolated from this machine. */
public interface Sandbox {
    /**
     * Returns the name of the sandbox.
     *
     * @return the name, such as {@code bubblewrap}
     */
    String name();

    /**
     * Runs a script to its end, or ends it at a limit with all processes that it started.
     *
     * @param task the script and its limits
     * @return the result
     * @throws InterruptedException         if the calling thread is interrupted; the run is ended then
     * @throws dev.ipw.error.InputException if the sandbox cannot be started
     */
    CommandResult run(SandboxTask task) throws InterruptedException;
}
