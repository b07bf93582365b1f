package dev.ipw.profile;

import dev.ipw.dataset.DatasetRecord;
import java.util.Objects;

/**
 * Pair a question with the evaluator that is to judge its answer.
 *
 * @param question  what is asked
 * @param evaluator the evaluator's id
 */
public record PlannedQuestion(DatasetRecord question, String evaluator) {
    /** Refuse nulls. */
    public PlannedQuestion {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(evaluator, "evaluator");
    }

    /** Ask it again: each time is a record of its own, {@code id#2} for the second. */
    PlannedQuestion asked(int time) {
        return time == 1 ? this : new PlannedQuestion(question.withId(question.id() + "#" + time), evaluator);
    }
}
