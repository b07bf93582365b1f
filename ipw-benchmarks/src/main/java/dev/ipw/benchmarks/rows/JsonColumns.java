package dev.ipw.benchmarks.rows;

import com.fasterxml.jackson.core.JsonToken;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of the rows of a JSON file with one list for each column, which reads all lists in parallel. */
final class JsonColumns implements RowSource {
    private final Map<String, JsonReader> readers = new LinkedHashMap<>();

    private JsonColumns() {}

    /**
     * Opens a file.
     *
     * @param file  opens it, any number of times
     * @param names the columns
     */
    static JsonColumns open(JsonRows.Source file, List<String> names) throws IOException {
        JsonColumns columns = new JsonColumns();
        try {
            for (String name : names) {
                if (columns.readers.containsKey(name)) {
                    throw new InputException("two columns are named '" + name + "'; rename one of them");
                }
                columns.readers.put(name, JsonRows.list(file, name));
            }
            return columns;
        } catch (IOException | RuntimeException unusable) {
            columns.close();
            throw unusable;
        }
    }

    @Override
    public Optional<Map<String, @Nullable Object>> next() throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        int ended = 0;
        for (Map.Entry<String, JsonReader> column : readers.entrySet()) {
            JsonReader reader = column.getValue();
            if (reader.next() == JsonToken.END_ARRAY) {
                ended++;
            } else {
                fields.put(column.getKey(), reader.value());
            }
        }
        if (ended > 0 && !fields.isEmpty()) {
            throw new InputException("the column '" + fields.keySet().iterator().next()
                    + "' has more values than others; give all columns the same number of values");
        }
        return ended > 0 ? Optional.empty() : Optional.of(fields);
    }

    @Override
    public void close() throws IOException {
        for (JsonReader reader : readers.values()) {
            reader.close();
        }
    }
}
