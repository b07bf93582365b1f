package dev.ipw.internal.tree;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.secret.SecretRedactor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A builder of one object of a tree, its keys in the order given; absent values become null. Written as JSON it
 * contains no secret of this process.
 */
public final class TreeBuilder {
    private final Map<String, @Nullable Object> values = new LinkedHashMap<>();

    private TreeBuilder() {}

    /** Starts an empty object. */
    public static TreeBuilder object() {
        return new TreeBuilder();
    }

    /** Puts a value: text, number, truth value, list, map or null. */
    public TreeBuilder put(String key, @Nullable Object value) {
        values.put(key, value);
        return this;
    }

    /** Puts a value or null. */
    public TreeBuilder put(String key, Optional<?> value) {
        return put(key, value.isPresent() ? value.get() : null);
    }

    /** Puts a number or null. */
    public TreeBuilder put(String key, OptionalDouble value) {
        return put(key, value.isPresent() ? (Object) value.getAsDouble() : null);
    }

    /** Puts a whole number or null. */
    public TreeBuilder put(String key, OptionalLong value) {
        return put(key, value.isPresent() ? (Object) value.getAsLong() : null);
    }

    /** Puts a whole number or null. */
    public TreeBuilder put(String key, OptionalInt value) {
        return put(key, value.isPresent() ? (Object) (long) value.getAsInt() : null);
    }

    /** Puts another object. */
    public TreeBuilder put(String key, TreeBuilder child) {
        return put(key, child.build());
    }

    /** Writes the object as JSON in one line. */
    public String json() {
        return Json.write(withoutSecrets());
    }

    /** Writes the object as JSON for people. */
    public String prettyJson() {
        return Json.pretty(withoutSecrets());
    }

    private JsonNode withoutSecrets() {
        return Json.fromPlain(values, SecretRedactor::clean);
    }

    /** Returns the object; it can no longer be changed through the map. */
    public Map<String, @Nullable Object> build() {
        return Collections.unmodifiableMap(values);
    }
}
