package dev.ipw.dataset;

import java.util.stream.Stream;

/** Hold the questions that a run draws from. Each call of {@link #records()} gives the same records in the same order. */
public interface Dataset {
    /**
     * Name the dataset as a user would: an id, or the path it was read from.
     *
     * @return the id
     */
    String id();

    /**
     * Name the dataset for a person and for folder names.
     *
     * @return a short name
     */
    default String displayName() {
        return id();
    }

    /**
     * Name the evaluator of records that name none.
     *
     * @return an evaluator's id, {@code exact} by default
     */
    default String defaultEvaluator() {
        return "exact";
    }

    /**
     * Read the records from the first to the last. Close the stream after use.
     *
     * @return the records
     * @throws dev.ipw.error.InputException if a file is missing or torn; the message names the line
     */
    Stream<DatasetRecord> records();
}
