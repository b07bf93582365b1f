package dev.ipw.record;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.number.SignificantDigits;
import dev.ipw.query.QueryOutcome;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * One query: question, outcome, metrics and evaluation.
 *
 * @param question           the question, with the right answer
 * @param model              the name of the model
 * @param outcome            the query's outcome and its times
 * @param metrics            the query's metrics
 * @param evaluator          the id of the evaluator of its answer
 * @param evaluation         the evaluation; empty if the request failed or has not been evaluated yet
 * @param evaluationAttempts the number of evaluations of the answer; 0 without a verdict
 */
@API(status = API.Status.EXPERIMENTAL)
public record ProfilingRecord(DatasetRecord question, String model, QueryOutcome outcome, ModelMetrics metrics,
        String evaluator, Optional<Evaluation> evaluation, int evaluationAttempts) implements RecordedQuery {

    /** Refuses nulls. */
    public ProfilingRecord {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(metrics, "metrics");
        Objects.requireNonNull(evaluator, "evaluator");
    }

    /**
     * Returns this query.
     *
     * @return this
     */
    @Override
    public ProfilingRecord record() {
        return this;
    }

    /**
     * Returns whether the request failed.
     *
     * @return true if there is no complete answer
     */
    @Override
    public boolean hasFailed() {
        return outcome.failure().isPresent();
    }

    /**
     * Returns whether the query counts as right. A failed request and an answer that was not attempted count as wrong.
     *
     * @return true or false; empty if the answer could not be evaluated, or needed no evaluation
     */
    @Override
    public Optional<Boolean> isCorrect() {
        if (hasFailed()) {
            return evaluator.equals(Dataset.NOT_JUDGED) ? Optional.empty() : Optional.of(false);
        }
        return evaluation.map(Evaluation::verdict).filter(verdict -> verdict != Verdict.UNSCORED)
                .map(verdict -> verdict == Verdict.CORRECT);
    }

    /**
     * Formats the id, the verdict, the joules and the time for a reader, for example {@code q17: CORRECT, 6.2 J [5.9, 6.6]
     * MEASURED (NVML), in 0.81 s}.
     */
    @Override
    public String toString() {
        String verdict = outcome.failure().map(failure -> "failed: " + failure.message())
                .orElseGet(() -> evaluation.map(one -> one.verdict().name()).orElse("not evaluated"));
        return id() + ": " + verdict + ", " + headline() + ", in "
                + SignificantDigits.four((endNanos() - startNanos()) / 1e9) + " s";
    }
}
