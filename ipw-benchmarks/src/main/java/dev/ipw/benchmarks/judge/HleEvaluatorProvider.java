package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code hle}: closed questions of experts, with confidence, judged by a model. */
public final class HleEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public HleEvaluatorProvider() {
        super("hle", "closed questions of experts, with confidence");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new GradeEvaluator(Rubrics.CLOSED, panel, true);
    }
}
