package dev.ipw.inference;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The description of a tool that a model may call.
 *
 * @param name        its name, 1 to 64 of the letters a to z and A to Z, digits, {@code _} and {@code -}
 * @param description its purpose and when to use it, for the model
 * @param parameters  its parameters as a JSON schema of the type object, as JSON text
 */
@API(status = API.Status.EXPERIMENTAL)
public record ToolDefinition(String name, String description, String parameters) {
    private static final int MAX_NAME_CHARACTERS = 64;

    /** Rejects nulls and a name that servers refuse. */
    public ToolDefinition {
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(parameters, "parameters");
        if (!name.matches("[a-zA-Z0-9_-]{1," + MAX_NAME_CHARACTERS + "}")) {
            throw new IllegalArgumentException("The name of a tool is 1 to " + MAX_NAME_CHARACTERS
                    + " letters a to z, digits, '_' and '-', not '" + name + "'");
        }
    }
}
