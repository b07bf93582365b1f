package dev.ipw.benchmarks.scoring;

/** The provider of the evaluator {@code gaia}: numbers, lists and texts behind FINAL ANSWER, as GAIA compares them. */
public final class GaiaEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public GaiaEvaluatorProvider() {
        super("gaia", "numbers, lists and texts behind FINAL ANSWER, as GAIA compares them",
                parameters -> new GaiaEvaluator());
    }
}
