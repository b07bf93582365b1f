package dev.ipw.benchmarks.rows;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of the rows of one open file in order. For one thread at a time. */
interface RowSource extends Closeable {
    /**
     * Reads the next row.
     *
     * @return its values by name; empty after the last
     * @throws dev.ipw.error.InputException if the file is torn or wrong; the message may lack the file's name
     * @throws IOException                  if reading fails
     */
    Optional<Map<String, @Nullable Object>> next() throws IOException;

    /** An opener of a file. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens the file.
         *
         * @return its rows
         * @throws dev.ipw.error.InputException if the file is torn or wrong at its start
         * @throws IOException                  if it cannot be opened
         */
        RowSource open() throws IOException;
    }
}
