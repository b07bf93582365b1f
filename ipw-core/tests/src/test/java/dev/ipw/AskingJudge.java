package dev.ipw;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.inference.InferenceClient;
import dev.ipw.plugin.Parameters;
import java.util.Map;
import java.util.Optional;

/** The provider of an evaluator that asks the {@link AskedModel}. */
record AskingJudge(Maker maker) implements EvaluatorProvider {
    @FunctionalInterface
    interface Maker {
        Evaluator of(InferenceClient model);
    }

    @Override
    public String id() {
        return "judge";
    }

    @Override
    public String description() {
        return "asks a model";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        return maker.of(context.client("model", Optional.empty(), Optional.empty(), Map.of()));
    }
}
