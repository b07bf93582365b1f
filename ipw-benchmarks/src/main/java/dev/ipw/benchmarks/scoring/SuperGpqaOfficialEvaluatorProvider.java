package dev.ipw.benchmarks.scoring;

/** The provider of the evaluator {@code supergpqa-official}: the letter as SuperGPQA's program reads it. */
public final class SuperGpqaOfficialEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public SuperGpqaOfficialEvaluatorProvider() {
        super("supergpqa-official", "the letter as SuperGPQA's program reads it",
                parameters -> new OfficialChoiceEvaluator("supergpqa-official", new SuperGpqaReader(), false));
    }
}
