package dev.ipw.benchmarks.scoring;

/** The provider of the evaluator {@code bfcl}: function calls with allowed arguments. */
public final class BfclEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public BfclEvaluatorProvider() {
        super("bfcl", "function calls with the arguments that are allowed",
                parameters -> new BfclEvaluator());
    }
}
