package dev.ipw.benchmarks;

import dev.ipw.dataset.DatasetRecord;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A made-up question in a benchmark's own form, for checks of its loader and its evaluator.
 *
 * @param record      the question
 * @param rightAnswer a right answer of a model; empty if no text can be right, such as for a report
 */
@API(status = API.Status.EXPERIMENTAL)
public record BenchmarkExample(DatasetRecord record, Optional<String> rightAnswer) {
    /** Rejects nulls. */
    public BenchmarkExample {
        Objects.requireNonNull(record, "record");
        Objects.requireNonNull(rightAnswer, "rightAnswer");
    }
}
