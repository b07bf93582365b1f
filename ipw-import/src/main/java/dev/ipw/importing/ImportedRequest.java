package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ImportedMeasurements;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * One request of another tool's run.
 *
 * @param question   the question. Its id is the same in every run that asked the same question; a repeated one gets
 *                   {@code #2} and so on when it is kept
 * @param outcome    the outcome. Its moments are in nanoseconds since 1970-01-01 UTC, or since any zero if the
 *                   {@linkplain RunOrigin#endedAt() origin has the time of its end}
 * @param evaluator  the id of the evaluator that judged it or will judge it
 * @param evaluation the verdict, if there is one
 * @param measured   the measurements of the machine, if there are any
 */
@API(status = API.Status.EXPERIMENTAL)
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
     * Makes a request of a tool that measures times only.
     *
     * @param question the question
     * @param outcome  the outcome
     */
    public ImportedRequest(DatasetRecord question, QueryOutcome outcome) {
        this(question, outcome, Evaluators.NONE, Optional.empty(), Optional.empty());
    }
}
