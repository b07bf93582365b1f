package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code model-graded-qa}: an answer by a criterion, judged by a model. */
public final class ModelGradedQaEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public ModelGradedQaEvaluatorProvider() {
        super("model-graded-qa", "an answer by a criterion");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new GradeEvaluator(Rubrics.QUESTION, panel, false);
    }
}
