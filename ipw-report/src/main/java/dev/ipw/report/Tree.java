package dev.ipw.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Look values up in the report's JSON by their keys: names and places in lists, joined by dots. A dot or percent sign in a
 * name is written as {@code %2E} or {@code %25}.
 *
 * @param values the JSON as plain values
 */
record Tree(Map<String, @Nullable Object> values) {
    /** Join the parts of a key, each a name or a place. */
    static String key(Object... parts) {
        List<String> names = new ArrayList<>();
        for (Object part : parts) {
            names.add(escaped(part));
        }
        return String.join(".", names);
    }

    /** Return the last part of a key as it was before it was joined. */
    static String last(String key) {
        return plain(key.substring(key.lastIndexOf('.') + 1));
    }

    private static String plain(String part) {
        return part.replace("%2E", ".").replace("%25", "%");
    }

    private static String escaped(Object part) {
        return String.valueOf(part).replace("%", "%25").replace(".", "%2E");
    }

    /** Find a value; null if there is none. */
    @Nullable
    Object value(String key) {
        Object found = values;
        for (String part : key.split("\\.", -1)) {
            String name = plain(part);
            found = switch (found) {
                case Map<?, ?> map -> map.get(name);
                case List<?> list -> isPlaceIn(list, name) ? list.get(Integer.parseInt(name)) : null;
                case null, default -> null;
            };
        }
        return found;
    }

    private static boolean isPlaceIn(List<?> list, String name) {
        return name.matches("\\d{1,9}") && Integer.parseInt(name) < list.size();
    }

    OptionalDouble number(String key) {
        return value(key) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    Optional<String> text(String key) {
        return value(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Count the elements of a list; zero if there is none. */
    int size(String key) {
        return value(key) instanceof List<?> list ? list.size() : 0;
    }

    /** Name the fields of an object in their order; none if it is no object. */
    List<String> names(String key) {
        return value(key) instanceof Map<?, ?> map ? map.keySet().stream().map(String::valueOf).toList() : List.of();
    }

    boolean has(String key) {
        return value(key) != null;
    }
}
