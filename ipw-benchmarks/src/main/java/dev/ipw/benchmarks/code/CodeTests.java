package dev.ipw.benchmarks.code;

import dev.ipw.dataset.DatasetRecord;
import java.util.Optional;

/** A maker of a program with its tests from a question and an answer. */
@FunctionalInterface
interface CodeTests {
    /** Makes the task; empty if the answer has no program. */
    Optional<CodeTask> task(DatasetRecord question, String answer);
}
