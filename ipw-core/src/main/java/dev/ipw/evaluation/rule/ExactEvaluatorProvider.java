package dev.ipw.evaluation.rule;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/**
 * The provider of the evaluator {@code exact}, the default: short answers by equality after both sides are normalised.
 * Further right answers are listed in a record's metadata under {@code accepted}. It takes no parameters.
 */
public final class ExactEvaluatorProvider implements EvaluatorProvider {
    @Override
    public String id() {
        return "exact";
    }

    @Override
    public List<String> aliases() {
        return List.of("exact-match");
    }

    @Override
    public String description() {
        return "short answers by equality after normalising, with further accepted answers";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        return new ExactEvaluator();
    }
}
