package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.plugin.Parameters;

/**
 * The provider of the evaluator {@code research-report}: a report against a reference report by weighted criteria,
 * judged by a model.
 */
public final class ReportEvaluatorProvider extends JudgeProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public ReportEvaluatorProvider() {
        super("research-report", "a report against a reference report by weighted criteria");
    }

    @Override
    Evaluator evaluator(Panel panel, Parameters parameters) {
        return new ReportEvaluator(panel);
    }
}
