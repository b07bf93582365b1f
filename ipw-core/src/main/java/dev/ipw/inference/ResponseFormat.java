package dev.ipw.inference;

import java.util.Objects;

/**
 * Ask for an answer that is JSON of a schema.
 *
 * @param name   the schema's name, which some servers want
 * @param schema a JSON schema, as JSON text
 * @param strict true to make the server hold the model to the schema, where it can
 */
public record ResponseFormat(String name, String schema, boolean strict) {
    /** Refuse nulls. */
    public ResponseFormat {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
    }

    /**
     * Ask for JSON of a schema, held to strictly.
     *
     * @param name   the schema's name
     * @param schema a JSON schema, as JSON text
     * @return the format
     */
    public static ResponseFormat jsonSchema(String name, String schema) {
        return new ResponseFormat(name, schema, true);
    }
}
