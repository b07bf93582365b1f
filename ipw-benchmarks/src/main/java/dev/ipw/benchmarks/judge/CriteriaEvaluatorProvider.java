package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code rubric}: criteria with points, one by one, judged by a model. */
public final class CriteriaEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public CriteriaEvaluatorProvider() {
        super("rubric", "criteria with points, one by one");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new CriteriaEvaluator(panel, Share.of(parameters, "pass_score", 0.5));
    }
}
