package dev.ipw.benchmarks.rows;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows with large texts in the place of their references.
 *
 * @param rows   the rows with references
 * @param stream the stream that has the texts of the references
 */
record LargeTextRows(RowSource rows, LargeTextStream stream) implements RowSource {
    @Override
    public Optional<Map<String, @Nullable Object>> next() throws IOException {
        return rows.next().map(this::resolved);
    }

    private Map<String, @Nullable Object> resolved(Map<String, @Nullable Object> row) {
        Map<String, @Nullable Object> resolved = new LinkedHashMap<>(row);
        resolved.replaceAll((name, value) -> value instanceof String text
                ? stream.taken(text).<Object>map(large -> large).orElse(text)
                : value);
        return resolved;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
