package dev.ipw.report.markup;

import dev.ipw.analysis.AnalysisResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The report's JSON with access to values by their keys: names and indexes, joined by dots. A dot or percent sign in
 * a name is written as {@code %2E} or {@code %25}.
 *
 * @param values  the JSON as plain values
 * @param results the results of analyses in it, by the key of their place and by the analysis' id
 */
public record Tree(Map<String, @Nullable Object> values, Map<String, Map<String, AnalysisResult>> results) {
    /** Creates a tree without results of analyses. */
    public Tree(Map<String, @Nullable Object> values) {
        this(values, Map.of());
    }

    /** Returns the results of a run, or of all runs together, by the analysis' id. */
    public Map<String, AnalysisResult> results(String place) {
        return results.getOrDefault(place, Map.of());
    }

    /** Joins the parts of a key, each a name or an index. */
    public static String key(Object... parts) {
        List<String> names = new ArrayList<>();
        for (Object part : parts) {
            names.add(escaped(part));
        }
        return String.join(".", names);
    }

    private static String plain(String part) {
        return part.replace("%2E", ".").replace("%25", "%");
    }

    private static String escaped(Object part) {
        return String.valueOf(part).replace("%", "%25").replace(".", "%2E");
    }

    /** Returns a value; null if it is absent. */
    @Nullable
    public Object value(String key) {
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

    public OptionalDouble number(String key) {
        return value(key) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    public Optional<String> text(String key) {
        return value(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Returns the number of elements of a list; zero if there is no list. */
    public int size(String key) {
        return value(key) instanceof List<?> list ? list.size() : 0;
    }

    /** Returns the keys of a list's elements in their order. */
    public List<String> elements(String key) {
        return IntStream.range(0, size(key)).mapToObj(place -> key + "." + place).toList();
    }

    /** Returns the number of runs. */
    public int runs() {
        return size("runs");
    }

    /** Returns the names of an object's fields in their order; empty if it is not an object. */
    public List<String> names(String key) {
        return value(key) instanceof Map<?, ?> map ? map.keySet().stream().map(String::valueOf).toList() : List.of();
    }

    public boolean has(String key) {
        return value(key) != null;
    }
}
