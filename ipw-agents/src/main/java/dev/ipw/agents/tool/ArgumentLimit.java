package dev.ipw.agents.tool;

import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.sandbox.SandboxProcess;
import java.nio.charset.StandardCharsets;

/** The most that a program takes as one argument, by which a sandbox without a task's own environment is given what to run. */
public final class ArgumentLimit {
    private ArgumentLimit() {}

    /**
     * Refuses a text that is too long, so that the model can go another way. The environments of tasks take any length.
     *
     * @param text      the commands or the script
     * @param workspace the task's folder
     * @throws ToolException if it is too long
     */
    public static void require(String text, Workspace workspace) throws ToolException {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > SandboxProcess.MOST_ARGUMENT_BYTES && workspace.environment().isEmpty()) {
            throw new ToolException("It has " + bytes + " bytes, and at most " + SandboxProcess.MOST_ARGUMENT_BYTES
                    + " can be run at once. Write it into files in several steps, and run those");
        }
    }
}
