package dev.ipw.benchmarks.scoring;

/**
 * The provider of the evaluator {@code match}: whether the answer begins or ends with the right one. Parameters:
 * {@code location} and {@code numeric}.
 */
public final class MatchEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public MatchEvaluatorProvider() {
        super("match", "whether the answer begins or ends with the right one: location, numeric",
                MatchEvaluator::new);
    }
}
