package dev.ipw.benchmarks.rows;

import com.fasterxml.jackson.core.JsonToken;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of the consecutive rows of a JSON file: in a list, in the list of a field, or without a list. */
record JsonRows(JsonReader reader, boolean inList, boolean listIsFile) implements RowSource {
    /**
     * Opens a file.
     *
     * @param file opens it, any number of times
     */
    static RowSource open(Source file) throws IOException {
        JsonShape shape;
        try (JsonReader reader = JsonReader.of(file.open())) {
            shape = JsonShape.of(reader);
        }
        return switch (shape) {
            case JsonShape.Columns columns -> JsonColumns.open(file, columns.names());
            case JsonShape.Elements list -> new JsonRows(list(file), true, true);
            case JsonShape.Field list -> new JsonRows(list(file, list.field()), true, false);
            case JsonShape.Documents rows -> new JsonRows(JsonReader.of(file.open()), false, true);
        };
    }

    private static JsonReader list(Source file) throws IOException {
        JsonReader reader = JsonReader.of(file.open());
        try {
            reader.next();
            return reader;
        } catch (IOException | RuntimeException unusable) {
            reader.close();
            throw unusable;
        }
    }

    /**
     * Moves to the list in a field of the file's object.
     *
     * @param file  opens the file
     * @param field the name of the field, which exists
     * @return the reader, before the first element
     */
    static JsonReader list(Source file, String field) throws IOException {
        JsonReader reader = list(file);
        try {
            while (reader.next() == JsonToken.FIELD_NAME) {
                boolean found = reader.name().equals(field);
                if (reader.next() == JsonToken.START_ARRAY && found) {
                    return reader;
                }
                reader.skip();
            }
            throw new InputException("the list '" + field + "' is gone; keep the file as it is while it is read");
        } catch (IOException | RuntimeException unusable) {
            reader.close();
            throw unusable;
        }
    }

    @Override
    public Optional<Map<String, @Nullable Object>> next() throws IOException {
        JsonToken token = inList ? reader.next() : reader.nextOrEnd();
        if (token == null) {
            return Optional.empty();
        }
        if (inList && token == JsonToken.END_ARRAY) {
            refuseMore();
            return Optional.empty();
        }
        if (!(reader.value() instanceof Map<?, ?> row)) {
            throw new InputException("a value that is no object; write each row as an object {...}");
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        row.forEach((name, value) -> fields.put(String.valueOf(name), value));
        return Optional.of(fields);
    }

    private void refuseMore() throws IOException {
        if (listIsFile && reader.nextOrEnd() != null) {
            throw new InputException("there is more behind the list of rows; keep one list in a file");
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    /** A source that opens a file at its start. */
    @FunctionalInterface
    interface Source {
        /**
         * Opens the file.
         *
         * @return its text
         * @throws IOException if it cannot be opened
         */
        InputStream open() throws IOException;
    }
}
