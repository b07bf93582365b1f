package dev.ipw.engine.profile;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.SyntheticText;
import java.util.Objects;

/**
 * Pair a question with its evaluator.
 *
 * @param question  what is asked
 * @param evaluator the evaluator's id
 */
public record PlannedQuestion(DatasetRecord question, String evaluator) {
    /** Rejects nulls. */
    public PlannedQuestion {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(evaluator, "evaluator");
    }

    /**
     * Asks it again: each time is a record of its own, {@code id#2} for the second. A made-up prompt begins otherwise
     * each time, so that no cache knows it.
     */
    PlannedQuestion asked(int time) {
        if (time == 1) {
            return this;
        }
        DatasetRecord again = question.inEpoch(time);
        return new PlannedQuestion(SyntheticText.salted(again, question.problem()), evaluator);
    }
}
