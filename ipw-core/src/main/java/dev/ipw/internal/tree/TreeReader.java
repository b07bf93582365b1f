package dev.ipw.internal.tree;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one object of a tree with its types. A missing key and null are both absent; an error of a wrong type
 * names the place.
 */
public final class TreeReader {
    private static final String WHOLE = "a whole number";
    private static final int MAX_SHOWN = 100;
    /** The maximum count, which a double represents exactly, so that sums and shares of counts stay exact. */
    private static final long MAX_COUNTED = 1L << 53;
    /**
     * The maximum real number: more than any figure, and small enough that products and sums of figures stay finite.
     */
    private static final double MAX_REAL = 1e50;
    private static final int MAX_REASON = 500;

    private final String document;
    /** Computed only where a message needs it: a run has millions of values. */
    private final Supplier<String> place;
    private final Map<?, ?> values;

    private TreeReader(String document, Supplier<String> place, Map<?, ?> values) {
        this.document = document;
        this.place = place;
        this.values = values;
    }

    /**
     * Wraps an object.
     *
     * @param place  its origin, for messages: {@code "runs/a/summary.json"}
     * @param values the object
     */
    public static TreeReader of(String place, Map<String, ? extends @Nullable Object> values) {
        return new TreeReader(place, () -> place, values);
    }

    /**
     * Wraps an object.
     *
     * @param document its document, with which the texts of its errors begin
     * @param place    its origin, for messages, which begins with the document
     * @param values   the object
     */
    public static TreeReader of(String document, Supplier<String> place,
            Map<String, ? extends @Nullable Object> values) {
        return new TreeReader(document, place, values);
    }

    /**
     * Reads an object of JSON.
     *
     * @param place its origin, for messages
     * @param json  one JSON object
     * @throws InputException if it is not one JSON object
     */
    public static TreeReader ofJson(String place, String json) {
        try {
            if (Json.toPlain(Json.parse(json)) instanceof Map<?, ?> map) {
                return new TreeReader(place, () -> place, map);
            }
        } catch (JsonSyntaxException notJson) {
            throw new InputException(place + " is not JSON: " + notJson.getMessage(), notJson);
        }
        throw new InputException(place + " must be a JSON object");
    }

    /**
     * Converts this object to a value. An error in its parts names this place.
     *
     * @param shape creates the value
     * @throws InputException if it cannot be created
     */
    public <T> T as(Function<TreeReader, T> shape) {
        return made(place, this, shape);
    }

    /**
     * Converts an object that must be present to a value.
     *
     * @throws InputException if it is missing, or the value cannot be created from it
     */
    public <T> T child(String key, Function<TreeReader, T> shape) {
        return child(key).as(shape);
    }

    /** Converts an object to a value; empty if it is absent. */
    public <T> Optional<T> optionalChild(String key, Function<TreeReader, T> shape) {
        return optionalChild(key).map(child -> child.as(shape));
    }

    /** Converts each object of a list to a value; empty if the list is absent. */
    public <T> List<T> children(String key, Function<TreeReader, T> shape) {
        List<T> made = new ArrayList<>();
        for (TreeReader child : children(key)) {
            made.add(child.as(shape));
        }
        return List.copyOf(made);
    }

    /**
     * Converts a text that must be present to a value.
     *
     * @throws InputException if it is missing, or the value cannot be created from it
     */
    public <T> T text(String key, Function<String, T> shape) {
        return made(() -> at(key), text(key), shape);
    }

    /** Converts a text to a value; empty if it is absent. */
    public <T> Optional<T> optionalText(String key, Function<String, T> shape) {
        return optionalText(key).map(text -> made(() -> at(key), text, shape));
    }

    private <S, T> T made(Supplier<String> at, S source, Function<S, T> shape) {
        try {
            return shape.apply(source);
        } catch (InputException known) {
            String message = String.valueOf(known.getMessage());
            throw message.startsWith(document)
                    ? known
                    : new InputException(at.get() + ": " + Excerpt.of(message, MAX_REASON), known);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | ConfigurationException refused) {
            throw new InputException(
                    at.get() + " cannot be used: " + Excerpt.of(String.valueOf(refused.getMessage()), MAX_REASON),
                    refused);
        }
    }

    /**
     * Returns the place of a value, for messages.
     *
     * @param key its key
     * @return this object's place and the key
     */
    public String place(String key) {
        return at(key);
    }

    /** Returns whether there is a value. */
    public boolean has(String key) {
        return values.get(key) != null;
    }

    /** Returns whether a value is a text. */
    public boolean isText(String key) {
        return values.get(key) instanceof String;
    }

    /** Reads a text that must be present. */
    public String text(String key) {
        return values.get(key) instanceof String text ? text : required(key, optionalText(key));
    }

    /** Reads a text. */
    public Optional<String> optionalText(String key) {
        return typed(key, String.class, "a text");
    }

    /** Reads a whole number that must be present. */
    public long whole(String key) {
        return values.get(key) instanceof Long whole
                ? whole
                : exact(() -> at(key), required(key, typed(key, Number.class, WHOLE)));
    }

    /** Reads a whole number. */
    public OptionalLong optionalWhole(String key) {
        Object value = values.get(key);
        if (value instanceof Long whole) {
            return OptionalLong.of(whole);
        }
        return value == null
                ? OptionalLong.empty()
                : OptionalLong.of(exact(() -> at(key), typed(key, Number.class, WHOLE).orElseThrow()));
    }

    /** Reads a whole number in the range of an int; refuses a larger one. */
    public OptionalInt optionalInt(String key) {
        OptionalLong value = optionalWhole(key);
        if (value.isPresent() && value.getAsLong() != (int) value.getAsLong()) {
            throw wrong(at(key), "a whole number, " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE,
                    value.getAsLong() + ". Copy the file again, or correct it");
        }
        return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
    }

    /** Reads a whole number in the range of an int that must be present; refuses a larger one. */
    public int integer(String key) {
        whole(key);
        return optionalInt(key).orElseThrow();
    }

    /** Reads a number that must be present; refuses one beyond 1e50. */
    public double real(String key) {
        return bounded(() -> at(key), required(key, typed(key, Number.class, "a number")));
    }

    /** Reads a number; refuses one beyond 1e50. */
    public OptionalDouble optionalReal(String key) {
        Object value = values.get(key);
        if (value instanceof Double real && Math.abs(real) <= MAX_REAL) {
            return OptionalDouble.of(real);
        }
        return value == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(bounded(() -> at(key), typed(key, Number.class, "a number").orElseThrow()));
    }

    /** Reads a number of any size, including infinite ones, for callers that check the range. */
    public OptionalDouble optionalNumber(String key) {
        Optional<Number> value = typed(key, Number.class, "a number");
        return value.isPresent() ? OptionalDouble.of(value.get().doubleValue()) : OptionalDouble.empty();
    }

    private static double bounded(Supplier<String> place, Number number) {
        double value = number.doubleValue();
        if (!(Math.abs(value) <= MAX_REAL)) {
            throw wrong(place.get(), "a number within " + MAX_REAL, number);
        }
        return value;
    }

    /** Reads a count, 0 to 2^53, that must be present. */
    public long count(String key) {
        return counted(() -> at(key), whole(key));
    }

    /** Reads a count, 0 to 2^53. */
    public OptionalLong optionalCount(String key) {
        OptionalLong value = optionalWhole(key);
        value.ifPresent(number -> counted(() -> at(key), number));
        return value;
    }

    private static long counted(Supplier<String> place, long number) {
        if (number < 0 || number > MAX_COUNTED) {
            throw wrong(place.get(), "0 to " + MAX_COUNTED, number);
        }
        return number;
    }

    /** Reads a truth value that must be present. */
    public boolean truth(String key) {
        return required(key, optionalTruth(key));
    }

    /** Reads a truth value. */
    public Optional<Boolean> optionalTruth(String key) {
        return typed(key, Boolean.class, "true or false");
    }

    /** Reads an object that must be present. */
    public TreeReader child(String key) {
        return values.get(key) instanceof Map<?, ?> map
                ? new TreeReader(document, () -> at(key), map)
                : required(key, optionalChild(key));
    }

    /** Reads an object. */
    public Optional<TreeReader> optionalChild(String key) {
        return typed(key, Map.class, "an object").map(map -> new TreeReader(document, () -> at(key), map));
    }

    /** Reads a list of objects; empty if it is absent. */
    public List<TreeReader> children(String key) {
        List<TreeReader> children = new ArrayList<>();
        for (Object element : list(key)) {
            int index = children.size();
            if (!(element instanceof Map<?, ?> map)) {
                throw wrong(at(key, index), "an object", element);
            }
            children.add(new TreeReader(document, () -> at(key, index), map));
        }
        return children;
    }

    /** Reads a list of texts; empty if it is absent. */
    public List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(key)) {
            if (!(element instanceof String text)) {
                throw wrong(at(key, texts.size()), "a text", element);
            }
            texts.add(text);
        }
        return texts;
    }

    /** Reads a list of whole numbers; empty if it is absent. */
    public long[] wholes(String key) {
        List<?> list = list(key);
        if (list instanceof WholeList known) {
            return known.toLongArray();
        }
        long[] wholes = new long[list.size()];
        for (int index = 0; index < wholes.length; index++) {
            if (!(list.get(index) instanceof Number number)) {
                throw wrong(at(key, index), WHOLE, list.get(index));
            }
            int place = index;
            wholes[index] = exact(() -> at(key, place), number);
        }
        return wholes;
    }

    /** Returns whether any value is present, including those of inner objects. An empty list counts as absent. */
    public boolean hasAny() {
        return hasAny(values);
    }

    private static boolean hasAny(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Map<?, ?> map -> {
                for (Object inner : map.values()) {
                    if (hasAny(inner)) {
                        yield true;
                    }
                }
                yield false;
            }
            case List<?> list -> !list.isEmpty();
            default -> true;
        };
    }

    /** Returns the object with text keys, without its null values; refuses numbers that a double cannot represent. */
    public Map<String, Object> asMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (value != null) {
                requireFinite(() -> at(String.valueOf(key)), value);
                map.put(String.valueOf(key), value);
            }
        });
        return map;
    }

    private static void requireFinite(Supplier<String> place, @Nullable Object value) {
        switch (value) {
            case Map<?, ?> map -> map.forEach((key, inner) -> requireFinite(() -> place.get() + ": " + key, inner));
            case List<?> list -> list.forEach(inner -> requireFinite(place, inner));
            case Double number when !Double.isFinite(number) -> throw wrong(place.get(), "a finite number", number);
            case null, default -> {
            }
        }
    }

    /** Refuses a fraction, and a number outside the range of a long. */
    private static long exact(Supplier<String> place, Number number) {
        double value = number.doubleValue();
        boolean inexact = !(number instanceof Long || number instanceof Integer)
                && !(Math.rint(value) == value && Math.abs(value) < 0x1p63);
        if (inexact) {
            throw wrong(place.get(), WHOLE, number);
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

    private String at(String key) {
        return place.get() + ": " + key;
    }

    private String at(String key, int index) {
        return at(key) + "[" + index + "]";
    }

    /** Returns a value of a wrong type or size for a message: its start, on one line. */
    public static String shown(@Nullable Object value) {
        return Excerpt.of(String.valueOf(value), MAX_SHOWN);
    }

    private static InputException wrong(String place, String expected, @Nullable Object value) {
        return new InputException(place + " must be " + expected + ", not " + shown(value));
    }
}
