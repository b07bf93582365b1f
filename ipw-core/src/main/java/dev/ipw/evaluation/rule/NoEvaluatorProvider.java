package dev.ipw.evaluation.rule;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Evaluators;
import dev.ipw.plugin.Parameters;

/** Provide the evaluator {@code none}: no answer is judged, and a run has no accuracy. It takes no parameters. */
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
    public Evaluator create(Parameters parameters) {
        return (question, answer) -> Evaluation.unscored("answers are not judged");
    }
}
