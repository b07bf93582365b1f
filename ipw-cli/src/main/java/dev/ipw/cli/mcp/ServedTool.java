package dev.ipw.cli.mcp;

import dev.ipw.internal.tree.TreeBuilder;

/**
 * A tool that is served to an assistant.
 *
 * @param name        its name
 * @param description what it does, for the assistant
 * @param schema      the JSON schema of its input
 * @param isReadOnly  true if it writes nothing
 * @param work        what it does
 */
public record ServedTool(String name, String description, String schema, boolean isReadOnly, Work work) {
    /** Does what a tool is for. */
    @FunctionalInterface
    public interface Work {
        /**
         * Do it.
         *
         * @param input what was asked for, held against the schema before
         * @return the result
         * @throws dev.ipw.error.IpwException if it cannot be done; the assistant is told why
         * @throws InterruptedException       if nobody waits for it any more
         */
        TreeBuilder of(ToolInput input) throws InterruptedException;
    }
}
