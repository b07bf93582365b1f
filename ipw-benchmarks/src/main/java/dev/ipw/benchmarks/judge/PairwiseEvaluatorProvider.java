package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code pairwise}: the better of two answers, in both orders, judged by a model. */
public final class PairwiseEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public PairwiseEvaluatorProvider() {
        super("pairwise", "which of two answers is better, in both orders");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new PairwiseEvaluator(panel);
    }
}
