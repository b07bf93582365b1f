package dev.ipw.benchmarks.task;

import java.util.List;
import java.util.Optional;

/**
 * The columns of a task's questions.
 *
 * @param id       the column of the id; empty numbers the rows
 * @param input    the column of the question
 * @param target   the column of the right answer, or {@code literal:} and the answer of all rows; empty if there is
 *                 none
 * @param choices  one column with a list, or a column for each choice
 * @param subject  the column of the subject
 * @param image    the column of an image
 * @param metadata further columns that are kept
 */
record TaskColumns(Optional<String> id, String input, Optional<String> target, List<String> choices,
        Optional<String> subject, Optional<String> image, List<String> metadata) {
    /** Copies the lists. */
    TaskColumns {
        choices = List.copyOf(choices);
        metadata = List.copyOf(metadata);
    }
}
