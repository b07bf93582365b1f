package dev.ipw.agents;

import dev.ipw.inference.ToolDefinition;
import org.apiguardian.api.API;

/**
 * A tool that a model may use. Implementations are safe to use from many threads and tasks at once; what belongs to one
 * task stands in its {@link Workspace}.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface AgentTool extends AutoCloseable {
    /**
     * Describe the tool to the model.
     *
     * @return its name, what it does, and the JSON schema of its arguments
     */
    ToolDefinition definition();

    /**
     * Use the tool. The arguments have been held against the schema before.
     *
     * @param arguments what the model asks for
     * @param workspace the task's folder
     * @return what the model is told, of a bounded length
     * @throws ToolException        if it cannot be done; the model is told why and may try something else
     * @throws InterruptedException if the task is cancelled; everything that the tool started has ended then
     */
    String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException;

    /**
     * Return whether the tool changes anything that another tool may see. Calls of tools that change nothing may run side
     * by side.
     *
     * @return true by default
     */
    default boolean changesState() {
        return true;
    }

    /**
     * Return whether the tool checks its arguments itself. Where its schema cannot be understood here, the arguments are handed
     * on unchecked then, instead of being refused.
     *
     * @return false by default
     */
    default boolean checksArguments() {
        return false;
    }

    /** Close what the tool holds open; nothing by default. */
    @Override
    default void close() {}
}
