package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code simpleqa}: short facts, judged by a model. */
public final class SimpleQaEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SimpleQaEvaluatorProvider() {
        super("simpleqa", "short facts");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new GradeEvaluator(Rubrics.SIMPLE_QA, panel, false);
    }
}
