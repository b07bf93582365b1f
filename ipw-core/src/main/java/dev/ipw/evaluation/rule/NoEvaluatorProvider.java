package dev.ipw.evaluation.rule;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the evaluator {@code none}: no answer is evaluated, and a run has no accuracy. It takes no
 * parameters.
 */
public final class NoEvaluatorProvider implements EvaluatorProvider {
    @Override
    public String id() {
        return Evaluators.NONE;
    }

    @Override
    public String description() {
        return "judges nothing: the run has times and joules, and no accuracy";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        Evaluation notJudged = Evaluation.unscored("answers are not judged").withUsage(EvaluationUsage.NONE);
        return (question, outcome) -> notJudged;
    }
}
