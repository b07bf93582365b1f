package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code model-graded-fact}: whether an answer contains a fact, judged by a model. */
public final class ModelGradedFactEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public ModelGradedFactEvaluatorProvider() {
        super("model-graded-fact", "whether an answer holds a fact");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new GradeEvaluator(Rubrics.FACT, panel, false);
    }
}
