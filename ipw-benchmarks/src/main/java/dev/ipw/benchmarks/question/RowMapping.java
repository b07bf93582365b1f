package dev.ipw.benchmarks.question;

import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetRecord;
import java.util.Optional;

/** A mapping from a row to a question. */
@FunctionalInterface
public interface RowMapping {
    /**
     * Makes the question.
     *
     * @param row the row
     * @return the question; empty if the row is skipped
     * @throws dev.ipw.error.InputException if the row cannot be a question
     */
    Optional<DatasetRecord> record(Row row);
}
