package dev.ipw.evaluation.rule;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/**
 * The provider of the evaluator {@code multiple-choice}: the letter that an answer chooses, read by fixed rules without
 * a model. It takes no parameters.
 */
public final class MultipleChoiceEvaluatorProvider implements EvaluatorProvider {
    @Override
    public String id() {
        return "multiple-choice";
    }

    @Override
    public List<String> aliases() {
        return List.of("mcq");
    }

    @Override
    public String description() {
        return "the letter that an answer chooses, read by fixed rules";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        return new MultipleChoiceEvaluator();
    }
}
