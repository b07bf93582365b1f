package dev.ipw.junit.contract;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.ipw.junit.contract.Shipped#evaluators")
final class ShippedEvaluatorsTests extends EvaluatorContract {
    private final EvaluatorProvider provider;

    ShippedEvaluatorsTests(EvaluatorProvider provider) {
        this.provider = provider;
    }

    private boolean isOfChoices() {
        return provider.id().contains("choice");
    }

    @Override
    protected Evaluator evaluator() {
        return provider.create(EvaluatorContext.builder().build(), Parameters.none(provider.id()));
    }

    @Override
    protected DatasetRecord question() {
        return isOfChoices()
                ? DatasetRecord.of("q", "Which is a planet?\nA. Mars\nB. Moon", "A")
                : DatasetRecord.of("q", "What is 6 times 7?", "42");
    }

    @Override
    protected String rightAnswer() {
        return isOfChoices() ? "The answer is A." : "42";
    }

    @Override
    protected String wrongAnswer() {
        return isOfChoices() ? "The answer is B." : "43";
    }
}
