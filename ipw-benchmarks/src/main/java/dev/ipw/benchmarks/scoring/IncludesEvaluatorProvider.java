package dev.ipw.benchmarks.scoring;

/** The provider of the evaluator {@code includes}: whether the answer contains the right answer. */
public final class IncludesEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public IncludesEvaluatorProvider() {
        super("includes", "whether the right answer stands anywhere in the answer",
                IncludesEvaluator::new);
    }
}
