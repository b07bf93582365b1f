package dev.ipw.benchmarks.scoring;

/**
 * The provider of the evaluator {@code mmlu-pro-official}: the letter as MMLU-Pro's program reads it, without its
 * random guess.
 */
public final class MmluProOfficialEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public MmluProOfficialEvaluatorProvider() {
        super("mmlu-pro-official", "the letter as MMLU-Pro's program reads it, without its random guess",
                parameters -> new OfficialChoiceEvaluator("mmlu-pro-official", new MmluProReader(), true));
    }
}
