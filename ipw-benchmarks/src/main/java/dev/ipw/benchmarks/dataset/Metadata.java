package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.rows.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A builder of the further fields of a record, those of a row under the row's names. */
final class Metadata {
    private final Map<String, Object> fields = new TreeMap<>();

    /** Starts with the existing columns of a row. */
    static Metadata of(Row row, String... columns) {
        Metadata metadata = new Metadata();
        for (String column : columns) {
            row.value(column).ifPresent(value -> metadata.put(column, value));
        }
        return metadata;
    }

    /** Adds a field; values that a record cannot hold, such as bytes, are skipped. */
    Metadata put(String name, Object value) {
        Object plain = plain(value);
        if (plain != null) {
            fields.put(name, plain);
        }
        return this;
    }

    Map<String, Object> map() {
        return fields;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String text -> text;
            case Boolean truth -> truth;
            case Long whole -> whole;
            case Integer whole -> (long) whole;
            case Double real -> Double.isFinite(real) ? real : null;
            case Number other -> other.toString();
            case List<?> list -> plainList(list);
            case Map<?, ?> map -> plainMap(map);
            default -> null;
        };
    }

    private static List<Object> plainList(List<?> list) {
        List<Object> plain = new ArrayList<>();
        for (Object element : list) {
            Object value = plain(element);
            if (value != null) {
                plain.add(value);
            }
        }
        return plain;
    }

    private static Map<String, Object> plainMap(Map<?, ?> map) {
        Map<String, Object> plain = new TreeMap<>();
        map.forEach((key, element) -> {
            Object value = plain(element);
            if (value != null) {
                plain.put(String.valueOf(key), value);
            }
        });
        return plain;
    }
}
