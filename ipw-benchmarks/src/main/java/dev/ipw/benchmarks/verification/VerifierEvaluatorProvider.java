package dev.ipw.benchmarks.verification;

import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code verifier}: the result of a task's own tests. */
public final class VerifierEvaluatorProvider implements EvaluatorProvider {
    /** The evaluator's id. */
    public static final String ID = "verifier";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "the reward that a task's own tests gave in its environment";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        double threshold = parameters.number("threshold").orElse(1);
        if (!(threshold > 0 && threshold <= 1)) {
            throw new ConfigurationException(
                    "The parameter threshold of the evaluator verifier must be above 0 and at most 1,"
                            + " not " + threshold);
        }
        return new VerifierEvaluator(parameters.text("key"), threshold);
    }
}
