package dev.ipw.inference;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A request for an answer in JSON by a schema.
 *
 * @param name   the schema's name, which some servers require
 * @param schema a JSON schema, as JSON text
 * @param strict true to make the server enforce the schema, where it can
 */
@API(status = API.Status.EXPERIMENTAL)
public record ResponseFormat(String name, String schema, boolean strict) {
    /** Rejects nulls. */
    public ResponseFormat {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(schema, "schema");
    }

    /**
     * Requests JSON that follows a schema strictly.
     *
     * @param name   the schema's name
     * @param schema a JSON schema, as JSON text
     * @return the format
     */
    public static ResponseFormat jsonSchema(String name, String schema) {
        return new ResponseFormat(name, schema, true);
    }
}
