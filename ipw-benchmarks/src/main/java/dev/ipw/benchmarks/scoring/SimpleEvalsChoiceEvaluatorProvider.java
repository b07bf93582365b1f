package dev.ipw.benchmarks.scoring;

/**
 * The provider of the evaluator {@code simple-evals-choice}: the first letter behind Answer:, as simple-evals reads it.
 */
public final class SimpleEvalsChoiceEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SimpleEvalsChoiceEvaluatorProvider() {
        super("simple-evals-choice", "the first letter behind Answer:, as simple-evals reads it",
                parameters -> new OfficialChoiceEvaluator("simple-evals-choice", new SimpleEvalsReader(), false));
    }
}
