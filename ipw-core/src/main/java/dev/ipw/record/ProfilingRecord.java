package dev.ipw.record;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.query.QueryOutcome;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold one query: question, outcome, metrics and evaluation.
 *
 * @param question   what was asked, with the right answer
 * @param model      the model that was asked
 * @param outcome    what came back and when
 * @param metrics    what it cost
 * @param evaluator  the id of the evaluator that judges it
 * @param evaluation the verdict; empty if the request failed or was not judged yet
 * @param evaluationAttempts how often the answer was judged, 0 without a verdict
 */
public record ProfilingRecord(DatasetRecord question, String model, QueryOutcome outcome, ModelMetrics metrics,
        String evaluator, Optional<Evaluation> evaluation, int evaluationAttempts) {

    /** Refuses nulls. */
    public ProfilingRecord {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(metrics, "metrics");
        Objects.requireNonNull(evaluator, "evaluator");
    }

    /**
     * Returns whether the request failed.
     *
     * @return true if there is no whole answer
     */
    public boolean hasFailed() {
        return outcome.failure().isPresent();
    }

    /**
     * Returns whether the query counts as right. A failed request and an answer that was not attempted count as wrong.
     *
     * @return true or false; empty if it could not be judged, or was not to be
     */
    public Optional<Boolean> isCorrect() {
        if (hasFailed()) {
            return evaluator.equals(Evaluators.NONE) ? Optional.empty() : Optional.of(false);
        }
        return evaluation.map(Evaluation::verdict).filter(verdict -> verdict != Verdict.UNSCORED)
                .map(verdict -> verdict == Verdict.CORRECT);
    }
}
