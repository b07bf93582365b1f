package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code browsecomp}: facts from the web, with confidence, judged by a model. */
public final class BrowseCompEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public BrowseCompEvaluatorProvider() {
        super("browsecomp", "facts from the web, with confidence");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new GradeEvaluator(Rubrics.CLOSED, panel, true);
    }
}
