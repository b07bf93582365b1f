package dev.ipw.internal.rows;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of the rows of one file in order. */
public interface RowReader extends Closeable {
    /**
     * Reads the next row.
     *
     * @return the row; empty after the last
     * @throws dev.ipw.error.InputException if the next row is torn or wrong; the message names file and line
     * @throws IOException                  if reading fails
     */
    Optional<Row> next() throws IOException;

    /**
     * One row in its original form.
     *
     * @param line   its first line, from 1
     * @param fields the values by name
     */
    record Row(long line, Map<String, @Nullable Object> fields) {}
}
