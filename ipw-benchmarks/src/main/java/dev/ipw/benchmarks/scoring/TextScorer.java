package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.internal.io.ReasoningText;
import dev.ipw.query.QueryOutcome;

/**
 * An evaluator that compares the final answer's text, without reasoning between think tags, with the record's answer. A
 * record without an answer is unscored, a blank answer is no attempt.
 */
interface TextScorer extends Evaluator {
    /** Scores an answer that is not blank against a record that has an answer. */
    Evaluation score(DatasetRecord question, String answer);

    @Override
    default Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
        return evaluate(question, outcome.answer()).withUsage(EvaluationUsage.NONE);
    }

    private Evaluation evaluate(DatasetRecord question, String answer) {
        if (Targets.of(question).isEmpty()) {
            return Evaluation.unscored("The record has no answer to compare with");
        }
        String text = ReasoningText.removed(answer);
        return text.isBlank() ? Evaluation.notAttempted("The answer is empty") : score(question, text);
    }
}
