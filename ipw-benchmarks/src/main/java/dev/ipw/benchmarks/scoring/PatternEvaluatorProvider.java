package dev.ipw.benchmarks.scoring;

/**
 * The provider of the evaluator {@code pattern}: the groups of a regular expression. Parameters: {@code pattern} and
 * {@code match_all}.
 */
public final class PatternEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public PatternEvaluatorProvider() {
        super("pattern", "what a regular expression captures: pattern, match_all",
                PatternEvaluator::new);
    }
}
