package dev.ipw.benchmarks.rows;

import dev.ipw.internal.rows.RowReader;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a text format.
 *
 * @param reader the reader of the rows
 */
record TextRows(RowReader reader) implements RowSource {
    @Override
    public Optional<Map<String, @Nullable Object>> next() throws IOException {
        return reader.next().map(row -> object(row.fields()));
    }

    /** Copies fields. Whole numbers beyond 64 bits become text, as those of Parquet do. */
    private static Map<String, @Nullable Object> object(Map<?, ?> fields) {
        Map<String, @Nullable Object> plain = new LinkedHashMap<>();
        fields.forEach((name, value) -> plain.put(String.valueOf(name), plain(value)));
        return plain;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case BigInteger large -> large.toString();
            case Map<?, ?> fields -> object(fields);
            case List<?> elements -> {
                List<@Nullable Object> plain = new ArrayList<>(elements.size());
                elements.forEach(element -> plain.add(plain(element)));
                yield plain;
            }
            case null, default -> value;
        };
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
