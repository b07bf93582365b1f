package dev.ipw.results.internal.journal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ImportedMeasurements;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A query of a journal with all its calls.
 *
 * @param question  the question
 * @param evaluator the id of its evaluator
 * @param outcome   its outcome
 * @param measured  another tool's measurements of it, if that tool made the run
 * @param shard     the place of its journal among the run's
 */
public record FinishedQuery(DatasetRecord question, String evaluator, QueryOutcome outcome,
        Optional<ImportedMeasurements> measured, int shard) {

    /** Resolves the workspace in the folder of a run. */
    FinishedQuery in(Path run) {
        return new FinishedQuery(question, evaluator, outcome.in(run), measured, shard);
    }
}
