package dev.ipw.cli.mcp;

import dev.ipw.internal.tree.TreeBuilder;

/**
 * A tool that is served to an assistant.
 *
 * @param name        its name
 * @param description its description for the assistant
 * @param schema      the JSON schema of its input
 * @param isReadOnly  true if it writes nothing
 * @param work        its function
 */
public record ServedTool(String name, String description, String schema, boolean isReadOnly, Work work) {
    /** The function of a tool. */
    @FunctionalInterface
    public interface Work {
        /**
         * Runs the tool.
         *
         * @param input the arguments, already validated against the schema
         * @return the result
         * @throws dev.ipw.error.IpwException if it fails; the assistant receives the reason
         * @throws InterruptedException       if the result is no longer awaited
         */
        TreeBuilder of(ToolInput input) throws InterruptedException;
    }
}
