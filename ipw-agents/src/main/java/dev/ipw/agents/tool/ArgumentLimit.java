package dev.ipw.agents.tool;

import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.sandbox.SandboxProcess;
import java.nio.charset.StandardCharsets;

/**
 * The maximum length of a program's argument. A sandbox without a task's own environment receives its commands as an
 * argument.
 */
public final class ArgumentLimit {
    private ArgumentLimit() {}

    /**
     * Rejects a text that is too long, so that the model can choose another way. The environments of tasks accept any
     * length.
     *
     * @param text      the commands or the script
     * @param workspace the task's folder
     * @throws ToolException if it is too long
     */
    public static void require(String text, Workspace workspace) throws ToolException {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > SandboxProcess.MAX_ARGUMENT_BYTES && workspace.environment().isEmpty()) {
            throw new ToolException("It has " + bytes + " bytes, and at most " + SandboxProcess.MAX_ARGUMENT_BYTES
                    + " can be run at once. Write it into files in several steps, and run those");
        }
    }
}
