package dev.ipw.benchmarks.scoring;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.util.function.Function;

/** The provider of an evaluator that needs no model and no folder. */
abstract class ScorerProvider implements EvaluatorProvider {
    private final String id;
    private final String description;
    private final Function<Parameters, Evaluator> maker;

    ScorerProvider(String id, String description, Function<Parameters, Evaluator> maker) {
        this.id = id;
        this.description = description;
        this.maker = maker;
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final Evaluator create(EvaluatorContext context, Parameters parameters) {
        return maker.apply(parameters);
    }
}
