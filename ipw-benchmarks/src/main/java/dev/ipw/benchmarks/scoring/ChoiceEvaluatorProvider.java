package dev.ipw.benchmarks.scoring;

/** The provider of the evaluator {@code choice}: the letters behind the last ANSWER:, one or several. */
public final class ChoiceEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public ChoiceEvaluatorProvider() {
        super("choice", "the letters behind the last ANSWER:, one or several",
                parameters -> new ChoiceEvaluator());
    }
}
