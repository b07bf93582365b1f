package dev.ipw.benchmarks.scoring;

/** The provider of the evaluator {@code answer}: the letter, word or line behind ANSWER: (pattern=letter|word|line). */
public final class AnswerEvaluatorProvider extends ScorerProvider {
    /** Makes the provider, as {@link java.util.ServiceLoader} does. */
    public AnswerEvaluatorProvider() {
        super("answer", "the letter, word or line behind ANSWER: (pattern=letter|word|line)",
                AnswerEvaluator::new);
    }
}
