package dev.ipw.engine.journal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ImportedMeasurements;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A query of a journal with all its calls.
 *
 * @param question  what was asked
 * @param evaluator the id of the evaluator that is to judge it
 * @param outcome   what came of it
 * @param measured  what another tool measured of it, if that made the run
 */
public record FinishedQuery(DatasetRecord question, String evaluator, QueryOutcome outcome,
        Optional<ImportedMeasurements> measured) {
    /** Rejects nulls. */
    public FinishedQuery {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(evaluator, "evaluator");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(measured, "measured");
    }

    /** Finds the workspace of a run that lies in a folder. */
    FinishedQuery in(Path run) {
        return new FinishedQuery(question, evaluator, outcome.in(run), measured);
    }
}
