package dev.ipw.agents;

import dev.ipw.inference.ToolDefinition;
import org.apiguardian.api.API;

/**
 * A tool that a model may use. Implementations are thread-safe and serve many tasks at once; the state of one task
 * belongs in its {@link Workspace}.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface AgentTool extends AutoCloseable {
    /**
     * Returns the description of the tool for the model.
     *
     * @return its name, its purpose, and the JSON schema of its arguments
     */
    ToolDefinition definition();

    /**
     * Uses the tool. The arguments are already validated against the schema.
     *
     * @param arguments the model's arguments
     * @param workspace the task's folder
     * @return the result for the model, of a bounded length
     * @throws ToolException        if it fails, or a required argument is missing; the model receives the reason and may try
     *                              something else
     * @throws InterruptedException if the task is cancelled; all processes of the tool have ended by then
     */
    String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException;

    /**
     * Returns whether the tool changes anything that another tool may see. Calls of tools that change nothing may run
     * in parallel.
     *
     * @return true by default
     */
    default boolean changesState() {
        return true;
    }

    /**
     * Returns whether the tool validates its arguments itself. If its schema is not understood here, the arguments
     * are then passed unvalidated instead of being rejected.
     *
     * @return false by default
     */
    default boolean checksArguments() {
        return false;
    }

    /** Closes the resources of the tool; does nothing by default. */
    @Override
    default void close() {}
}
