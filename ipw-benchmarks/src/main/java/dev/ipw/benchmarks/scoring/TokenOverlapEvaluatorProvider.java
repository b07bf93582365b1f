package dev.ipw.benchmarks.scoring;

/** The provider of the evaluator {@code f1}: the words that answer and right answer share, as F1. */
public final class TokenOverlapEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public TokenOverlapEvaluatorProvider() {
        super("f1", "the words that answer and right answer share, as F1",
                TokenOverlapEvaluator::new);
    }
}
