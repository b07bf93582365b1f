package dev.ipw.benchmarks.judge;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;

/** The provider of an evaluator that asks models. */
abstract class JudgeProvider implements EvaluatorProvider {
    private final String id;
    private final String description;

    JudgeProvider(String id, String description) {
        this.id = id;
        this.description = description;
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String description() {
        return description + ", judged by a model: judge_model";
    }

    @Override
    public final boolean asksModel() {
        return true;
    }

    @Override
    public final Evaluator create(EvaluatorContext context, Parameters parameters) {
        return evaluator(Panel.of(id, context, parameters), parameters);
    }

    /** Makes the evaluator, which closes the judges. */
    abstract Evaluator evaluator(Panel panel, Parameters parameters);
}
