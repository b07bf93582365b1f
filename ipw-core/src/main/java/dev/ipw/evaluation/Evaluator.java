package dev.ipw.evaluation;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.query.QueryOutcome;

/**
 * Evaluate answers. Implementations are safe to call from many threads at once. An evaluator that is made by its
 * provider is closed once, after the last answer; one that was handed in as an instance stays open.
 */
@FunctionalInterface
public interface Evaluator extends AutoCloseable {
    /**
     * Evaluates one query. It may block: each evaluation has a deadline, at which the thread is interrupted. An
     * exception counts as a failed evaluation, without what it used; to report that too, return
     * {@link Evaluation#failed} with the usage.
     *
     * @param question what was asked, with the right answer
     * @param outcome  what came of it: the final answer, the calls and tools that led to it, and the workspace of an
     *                 agent
     * @return the verdict; an evaluator that cannot tell answers with UNSCORED and the reason
     * @throws InterruptedException if the calling thread is interrupted
     */
    Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException;

    /** Releases resources such as the evaluator's clients. Does nothing by default. */
    @Override
    default void close() {}
}
