package dev.ipw.junit;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object of a JSON file with typed members. An error of a missing member or a wrong type names its place.
 *
 * @param place   its origin, for messages
 * @param members the members that are not null
 */
record JsonObject(String place, Map<?, ? extends @Nullable Object> members) {
    /**
     * Reads an object of a file.
     *
     * @throws InputException if the file cannot be read, is too large or is not one JSON object
     */
    static JsonObject read(Path file, long maxBytes) {
        String json = new String(BoundedFile.read(file, maxBytes), StandardCharsets.UTF_8);
        try {
            if (JsonReader.read(json) instanceof Map<?, ?> members) {
                return new JsonObject(file.toString(), members);
            }
        } catch (IllegalArgumentException notJson) {
            throw new InputException(file + " is not JSON: " + notJson.getMessage(), notJson);
        }
        throw new InputException(file + " must be a JSON object");
    }

    String text(String key) {
        return required(key, optionalText(key));
    }

    Optional<String> optionalText(String key) {
        return typed(key, String.class, "a text");
    }

    /** Returns a whole number of 0 or more. */
    long whole(String key) {
        return required(key, optionalWhole(key));
    }

    Optional<Long> optionalWhole(String key) {
        Optional<Long> whole = typed(key, Long.class, "a whole number");
        if (whole.filter(number -> number < 0).isPresent()) {
            throw new InputException(place + ": " + key + " must not be negative");
        }
        return whole;
    }

    double real(String key) {
        return required(key, optionalReal(key));
    }

    Optional<Double> optionalReal(String key) {
        return typed(key, Number.class, "a number").map(Number::doubleValue);
    }

    JsonObject object(String key) {
        return new JsonObject(place + ": " + key, required(key, typed(key, Map.class, "an object")));
    }

    /** Returns all members, which must be objects. */
    Map<String, JsonObject> objects() {
        Map<String, JsonObject> objects = new LinkedHashMap<>();
        members.keySet().forEach(key -> objects.put(String.valueOf(key), object(String.valueOf(key))));
        return objects;
    }

    List<JsonObject> objects(String key) {
        List<JsonObject> objects = new ArrayList<>();
        for (Object element : required(key, typed(key, List.class, "a list"))) {
            if (!(element instanceof Map<?, ?> map)) {
                throw new InputException(place + ": " + key + " must be a list of objects");
            }
            objects.add(new JsonObject(place + ": " + key, map));
        }
        return objects;
    }

    private <T> Optional<T> typed(String key, Class<T> type, String expected) {
        Object value = members.get(key);
        if (value != null && !type.isInstance(value)) {
            throw new InputException(place + ": " + key + " must be " + expected + ", not " + value);
        }
        return Optional.ofNullable(type.cast(value));
    }

    private <T> T required(String key, Optional<T> value) {
        return value.orElseThrow(() -> new InputException(place + ": " + key + " is missing"));
    }
}
