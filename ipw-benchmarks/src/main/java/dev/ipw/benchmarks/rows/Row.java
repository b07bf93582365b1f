package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row of a data file.
 *
 * @param source   the name of the file in messages
 * @param position the place of the row in it, from 1
 * @param number   the number of the row among those of all files that are read one after the other, from 1
 * @param fields   the values by name in the order of the file: String, Boolean, Long, Double, byte[], or a List or Map
 *                 of such, or null
 */
public record Row(String source, long position, long number, Map<String, @Nullable Object> fields) {
    /** Copies the fields. */
    public Row {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /**
     * Makes a row of the first or only file.
     *
     * @param source   the name of the file in messages
     * @param position the place of the row in it, from 1
     * @param fields   the values by name
     */
    public Row(String source, long position, Map<String, @Nullable Object> fields) {
        this(source, position, position, fields);
    }

    /**
     * Sets the number of the row among those of all files.
     *
     * @param counted its number, from 1
     * @return a copy with the number
     */
    public Row withNumber(long counted) {
        return new Row(source, position, counted, fields);
    }

    /**
     * Replaces or adds a value.
     *
     * @param name  the column
     * @param value its new value
     * @return a copy with the value
     */
    public Row with(String name, Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(fields);
        changed.put(name, value);
        return new Row(source, position, number, changed);
    }

    /**
     * Returns a value.
     *
     * @param name the column
     * @return its value; empty if there is no such column, or no value in it
     */
    public Optional<Object> value(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /**
     * Returns a value as text.
     *
     * @param name the column
     * @return the text, or the number or boolean as text; empty without a value, or if the text is blank
     * @throws InputException if it is a list, an object or bytes
     */
    public Optional<String> text(String name) {
        return value(name).map(value -> textOf(name, value)).filter(text -> !text.isBlank());
    }

    /**
     * Returns a required value as text.
     *
     * @param name the column
     * @return the text
     * @throws InputException if there is none
     */
    public String requiredText(String name) {
        return text(name).orElseThrow(() -> wrong("the column '" + name + "' is empty or missing; the columns are "
                + String.join(", ", fields.keySet())));
    }

    /**
     * Returns a value as a list of texts.
     *
     * @param name the column
     * @return the texts without nulls; an empty list without a value
     * @throws InputException if it is not a list
     */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(name)) {
            if (element != null) {
                texts.add(textOf(name, element));
            }
        }
        return texts;
    }

    /**
     * Returns a value as a list.
     *
     * @param name the column
     * @return the list; empty without a value
     * @throws InputException if it is not a list
     */
    public List<?> list(String name) {
        return value(name).map(value -> {
            if (value instanceof List<?> list) {
                return list;
            }
            throw wrong("the column '" + name + "' holds no list");
        }).orElse(List.of());
    }

    /**
     * Makes an exception for an error in this row.
     *
     * @param problem the sentence on the error, without a full stop
     * @return an exception that names file and row
     */
    public InputException wrong(String problem) {
        return new InputException(source + ", row " + position + ": " + problem);
    }

    private String textOf(String name, Object value) {
        if (value instanceof CharSequence || value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        throw wrong("the column '" + name + "' holds "
                + (value instanceof List ? "a list" : value instanceof Map ? "an object" : "bytes")
                + " where text or a number belongs");
    }
}
