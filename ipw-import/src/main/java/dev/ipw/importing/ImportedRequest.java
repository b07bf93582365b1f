package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ImportedMeasurements;
import java.util.Objects;
import java.util.Optional;

/**
 * One request of another tool's run.
 *
 * @param question   what was asked. Its id is the same in every run that asked the same; one that comes again gets
 *                   {@code #2} and so on when it is kept
 * @param outcome    what came back. Its moments are in nanoseconds since 1970-01-01 UTC, or since any zero if the
 *                   {@linkplain RunOrigin#endedAt() origin tells when it ended}
 * @param evaluator  the id of the evaluator that judged it or is to
 * @param evaluation the verdict, if there is one
 * @param measured   what was measured of the machine, if anything was
 */
public record ImportedRequest(DatasetRecord question, QueryOutcome outcome, String evaluator,
        Optional<Evaluation> evaluation, Optional<ImportedMeasurements> measured) {
    /** Rejects nulls. */
    public ImportedRequest {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(evaluator, "evaluator");
        Objects.requireNonNull(evaluation, "evaluation");
        Objects.requireNonNull(measured, "measured");
    }

    /**
     * Holds a request of a tool that measures times only.
     *
     * @param question what was asked
     * @param outcome  what came back
     */
    public ImportedRequest(DatasetRecord question, QueryOutcome outcome) {
        this(question, outcome, Evaluators.NONE, Optional.empty(), Optional.empty());
    }
}
