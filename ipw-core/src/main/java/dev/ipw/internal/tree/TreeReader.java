package dev.ipw.internal.tree;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Read one object of a tree with its types. A missing key and null are both absent; a wrong type names the place. */
public final class TreeReader {
    private static final int MOST_SHOWN = 80;
    private static final String WHOLE = "a whole number";

    private final String place;
    private final Map<?, ?> values;

    private TreeReader(String place, Map<?, ?> values) {
        this.place = place;
        this.values = values;
    }

    /**
     * Wrap an object.
     *
     * @param place  where it came from, in messages: {@code "runs/a/summary.json"}
     * @param values the object
     */
    public static TreeReader of(String place, Map<String, ? extends @Nullable Object> values) {
        return new TreeReader(place, values);
    }

    /**
     * Read an object of JSON.
     *
     * @param place where it came from, in messages
     * @param json  one JSON object
     * @throws InputException if it is not one JSON object
     */
    public static TreeReader ofJson(String place, String json) {
        try {
            if (Json.toPlain(Json.parse(json)) instanceof Map<?, ?> map) {
                return new TreeReader(place, map);
            }
        } catch (JsonSyntaxException notJson) {
            throw new InputException(place + " is not JSON: " + notJson.getMessage(), notJson);
        }
        throw new InputException(place + " must be a JSON object");
    }

    /** Read a text that must be there. */
    public String text(String key) {
        return required(key, optionalText(key));
    }

    /** Read a text. */
    public Optional<String> optionalText(String key) {
        return typed(key, String.class, "a text");
    }

    /** Read a whole number that must be there. */
    public long whole(String key) {
        return exact(at(key), required(key, typed(key, Number.class, WHOLE)));
    }

    /** Read a whole number. */
    public OptionalLong optionalWhole(String key) {
        Optional<Number> value = typed(key, Number.class, WHOLE);
        return value.isPresent() ? OptionalLong.of(exact(at(key), value.get())) : OptionalLong.empty();
    }

    /** Read a whole number that an int holds; refuses a larger one. */
    public OptionalInt optionalInt(String key) {
        OptionalLong value = optionalWhole(key);
        if (value.isPresent() && value.getAsLong() != (int) value.getAsLong()) {
            throw wrong(at(key), "a whole number, " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE,
                    value.getAsLong() + ". Copy the file again, or correct it");
        }
        return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }

    /** Read a number that must be there. */
    public double real(String key) {
        return required(key, typed(key, Number.class, "a number")).doubleValue();
    }

    /** Read a number. */
    public OptionalDouble optionalReal(String key) {
        Optional<Number> value = typed(key, Number.class, "a number");
        return value.isPresent() ? OptionalDouble.of(value.get().doubleValue()) : OptionalDouble.empty();
    }

    /** Read a truth value that must be there. */
    public boolean truth(String key) {
        return required(key, optionalTruth(key));
    }

    /** Read a truth value. */
    public Optional<Boolean> optionalTruth(String key) {
        return typed(key, Boolean.class, "true or false");
    }

    /** Read an object that must be there. */
    public TreeReader child(String key) {
        return required(key, optionalChild(key));
    }

    /** Read an object. */
    public Optional<TreeReader> optionalChild(String key) {
        return typed(key, Map.class, "an object").map(map -> new TreeReader(at(key), map));
    }

    /** Read a list of objects; empty if it is absent. */
    public List<TreeReader> children(String key) {
        List<TreeReader> children = new ArrayList<>();
        for (Object element : list(key)) {
            String elementPlace = at(key) + "[" + children.size() + "]";
            if (!(element instanceof Map<?, ?> map)) {
                throw wrong(elementPlace, "an object", element);
            }
            children.add(new TreeReader(elementPlace, map));
        }
        return children;
    }

    /** Read a list of texts; empty if it is absent. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(key)) {
            if (!(element instanceof String text)) {
                throw wrong(at(key) + "[" + texts.size() + "]", "a text", element);
            }
            texts.add(text);
        }
        return texts;
    }

    /** Read a list of whole numbers; empty if it is absent. */
    public long[] wholes(String key) {
        List<?> list = list(key);
        long[] wholes = new long[list.size()];
        for (int index = 0; index < wholes.length; index++) {
            if (!(list.get(index) instanceof Number number)) {
                throw wrong(at(key) + "[" + index + "]", WHOLE, list.get(index));
            }
            wholes[index] = exact(at(key) + "[" + index + "]", number);
        }
        return wholes;
    }

    /** Give the object with text keys, its null values left out. */
    public Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (value != null) {
                map.put(String.valueOf(key), value);
            }
        });
        return map;
    }

    /** Refuse a fraction, and what a long cannot hold. */
    private static long exact(String place, Number number) {
        double value = number.doubleValue();
        boolean inexact = !(number instanceof Long || number instanceof Integer)
                && !(Math.rint(value) == value && Math.abs(value) < 0x1p63);
        if (inexact) {
            throw wrong(place, WHOLE, number);
        }
        return number.longValue();
    }

    private List<?> list(String key) {
        Object value = values.get(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw wrong(at(key), "a list", value);
        }
        return list;
    }

    private <T> Optional<T> typed(String key, Class<T> type, String expected) {
        Object value = values.get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw wrong(at(key), expected, value);
        }
        return Optional.of(type.cast(value));
    }

    private <T> T required(String key, Optional<T> value) {
        return value.orElseThrow(() -> new InputException(at(key) + " is missing"));
    }

    /** Name the place of a value for messages: file, object and key. */
    public String place(String key) {
        return at(key);
    }

    private String at(String key) {
        return place + ": " + key;
    }

    /** Show a value of a wrong type or size in a message: its start, on one line. */
    public static String shown(@Nullable Object value) {
        return Excerpt.of(String.valueOf(value), MOST_SHOWN);
    }

    private static InputException wrong(String place, String expected, @Nullable Object value) {
        return new InputException(place + " must be " + expected + ", not " + shown(value));
    }
}
