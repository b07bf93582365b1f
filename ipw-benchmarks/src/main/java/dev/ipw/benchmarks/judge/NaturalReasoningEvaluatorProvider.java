package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code natural-reasoning}: reasoning with a reference answer, judged by a model. */
public final class NaturalReasoningEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public NaturalReasoningEvaluatorProvider() {
        super("natural-reasoning", "reasoning with a reference answer");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new GradeEvaluator(Rubrics.REASONING, panel, false);
    }
}
