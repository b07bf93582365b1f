package dev.ipw.benchmarks.patch;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;

/** The provider of the evaluator {@code swebench-patch}: the judgement of a patch without running tests. */
public final class SwebenchPatchEvaluatorProvider implements EvaluatorProvider {
    @Override
    public String id() {
        return "swebench-patch";
    }

    @Override
    public String description() {
        return "what can be told of a patch without running tests; the rest is unscored";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        return new SwebenchPatchEvaluator();
    }
}
