package dev.ipw.evaluation;

import dev.ipw.dataset.DatasetRecord;

/** Judge answers. Implementations are safe to call from many threads. */
public interface Evaluator {
    /**
     * Judge one answer.
     *
     * @param question what was asked, with the right answer
     * @param answer   the model's visible answer
     * @return the verdict; an evaluator that cannot tell answers with UNSCORED and the reason
     * @throws InterruptedException if the calling thread is interrupted
     */
    Evaluation evaluate(DatasetRecord question, String answer) throws InterruptedException;
}
