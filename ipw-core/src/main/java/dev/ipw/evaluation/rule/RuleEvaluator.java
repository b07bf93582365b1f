package dev.ipw.evaluation.rule;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.query.QueryOutcome;

/** An evaluator of the final answer's text by fixed rules, without a model. */
interface RuleEvaluator extends Evaluator {
    /** Evaluates a text, which may be empty. */
    Evaluation judge(DatasetRecord question, String answer);

    @Override
    default Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
        return judge(question, outcome.answer()).withUsage(EvaluationUsage.NONE);
    }
}
