package dev.ipw.evaluation;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.query.QueryOutcome;
import org.apiguardian.api.API;

/**
 * An evaluator of answers. Implementations must allow calls from many threads at once. An evaluator that its provider
 * created is closed once, after the last answer; one that was passed in as an instance stays open.
 */
@API(status = API.Status.EXPERIMENTAL)
@FunctionalInterface
public interface Evaluator extends AutoCloseable {
    /**
     * Evaluates one query. It may block: each evaluation has a deadline, at which the thread is interrupted. An
     * exception counts as a failed evaluation, without its usage; to report that too, return {@link Evaluation#failed}
     * with the usage.
     *
     * @param question the question, with the right answer
     * @param outcome  its outcome: the final answer, the calls and tools that led to it, and the workspace of an agent
     * @return the verdict; UNSCORED with the reason if the evaluator cannot decide
     * @throws InterruptedException if the calling thread is interrupted
     */
    Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException;

    /** Releases resources such as the evaluator's clients. Does nothing by default. */
    @Override
    default void close() {}
}
