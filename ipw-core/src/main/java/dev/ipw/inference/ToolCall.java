package dev.ipw.inference;

import java.util.Objects;

/**
 * A model's request to call a tool.
 *
 * @param id        the call's id, which the result repeats; made up by the client where a server gives none
 * @param name      the tool's name as the model wrote it
 * @param arguments the arguments as the model wrote them, JSON text that may be broken; {@code {}} if there are none
 */
public record ToolCall(String id, String name, String arguments) {
    /** Rejects nulls. */
    public ToolCall {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(arguments, "arguments");
    }
}
