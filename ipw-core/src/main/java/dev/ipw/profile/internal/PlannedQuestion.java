package dev.ipw.profile.internal;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.SyntheticText;

/**
 * A question with its evaluator.
 *
 * @param question  the question
 * @param evaluator the evaluator's id
 */
public record PlannedQuestion(DatasetRecord question, String evaluator) {

    /**
     * Returns the question for another round: each is a record of its own, {@code id#2} for the second. A generated
     * prompt begins differently each time, so that no cache knows it.
     */
    PlannedQuestion asked(int time) {
        if (time == 1) {
            return this;
        }
        DatasetRecord again = question.inEpoch(time);
        return new PlannedQuestion(SyntheticText.salted(again, question.problem()), evaluator);
    }
}
