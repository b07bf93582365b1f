package dev.ipw.benchmarks.question;

import dev.ipw.benchmarks.rows.Row;
import java.util.stream.Stream;

/** A source of one file of rows; each call reads it from its start. */
@FunctionalInterface
public interface DataSource {
    /**
     * Opens the file.
     *
     * @return its rows; close the stream after use
     * @throws dev.ipw.error.InputException if it cannot be fetched or read
     */
    Stream<Row> rows();
}
