package dev.ipw.evaluation;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold a verdict and how it came about.
 *
 * @param verdict   the judgement
 * @param extracted what was read out of the answer and compared; empty if nothing could be read
 * @param reason    why, in a short sentence
 * @param metadata  further facts by name, for example the tolerance
 */
public record Evaluation(Verdict verdict, Optional<String> extracted, String reason, Map<String, String> metadata) {
    private static final String FAILURE = "evaluator_failed";

    /** Copy the metadata and refuse nulls. */
    public Evaluation {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(reason, "reason");
        metadata = Map.copyOf(metadata);
    }

    /**
     * Say that an evaluator could not tell.
     *
     * @param reason why not
     * @return an unscored evaluation
     */
    public static Evaluation unscored(String reason) {
        return new Evaluation(Verdict.UNSCORED, Optional.empty(), reason, Map.of());
    }

    /**
     * Say that an evaluator threw instead of judging.
     *
     * @param reason what it threw
     * @return an unscored evaluation that remembers the failure
     */
    public static Evaluation failed(String reason) {
        return new Evaluation(Verdict.UNSCORED, Optional.empty(), reason, Map.of(FAILURE, "true"));
    }

    /**
     * Say whether the evaluator threw instead of judging.
     *
     * @return true if this is what {@link #failed} gives
     */
    public boolean hasEvaluatorFailed() {
        return metadata.containsKey(FAILURE);
    }
}
