package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The user's own fields of a request's body; a field of {@code null} removes one.
 *
 * @param place    the name of their place in messages
 * @param reserved fields that the client itself decides
 */
public record BodyFields(String place, Set<String> reserved) {
    /** Copies the names. */
    public BodyFields {
        reserved = Set.copyOf(reserved);
    }

    /**
     * Checks a field before anything is sent.
     *
     * @param name the field
     * @param json its value
     * @throws ConfigurationException if the field is set by the client, or the value is not JSON
     */
    public void require(String name, String json) {
        try {
            value(name, json);
        } catch (IllegalArgumentException wrong) {
            throw new ConfigurationException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    /**
     * Puts fields into a body.
     *
     * @param fields JSON by name
     * @param body   takes them
     * @throws IllegalArgumentException if one cannot be sent
     */
    public void put(Map<String, String> fields, ObjectNode body) {
        // Sorted, so that the same options always make the same bytes.
        new TreeMap<>(fields).forEach((name, json) -> {
            JsonNode value = value(name, json);
            if (value.isNull()) {
                body.remove(name);
            } else {
                body.set(name, value);
            }
        });
    }

    private JsonNode value(String name, String json) {
        if (reserved.contains(name)) {
            throw new IllegalArgumentException("The " + place + " '" + name + "' is set by the client itself");
        }
        try {
            return Json.parse(json);
        } catch (JsonSyntaxException notJson) {
            throw new IllegalArgumentException("The " + place + " '" + name + "' is " + notJson.getMessage(), notJson);
        }
    }
}
