package dev.ipw.evaluation;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * A verdict and its reason.
 *
 * @param verdict   the judgement
 * @param score     the quality of the answer, from 0 to 1, if the evaluator grades; empty otherwise, and if it could
 *                  not decide
 * @param extracted the part of the answer that was compared; empty if there was none
 * @param reason    why, in a short sentence without secrets
 * @param failed    true if the evaluation failed: the evaluator threw, ran out of time or got no usable reply
 * @param metadata  further facts by name, for example the tolerance; without secrets, because they are kept with the
 *                  run
 * @param usage     the usage of the evaluation
 */
@API(status = API.Status.EXPERIMENTAL)
public record Evaluation(Verdict verdict, OptionalDouble score, Optional<String> extracted, String reason,
        boolean failed, Map<String, String> metadata, EvaluationUsage usage) {
    /** Copies the metadata; rejects nulls, a score outside 0 to 1, and a score or a verdict of a failed evaluation. */
    public Evaluation {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(extracted, "extracted");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(usage, "usage");
        metadata = Map.copyOf(metadata);
        if (score.isPresent() && !(score.getAsDouble() >= 0 && score.getAsDouble() <= 1)) {
            throw new IllegalArgumentException("A score is from 0 to 1, not " + score.getAsDouble());
        }
        if (verdict == Verdict.UNSCORED && score.isPresent()) {
            throw new IllegalArgumentException("An answer without a verdict has no score, such as "
                    + score.getAsDouble());
        }
        if (failed && verdict != Verdict.UNSCORED) {
            throw new IllegalArgumentException("An evaluator that failed has no verdict such as " + verdict.label());
        }
    }

    /**
     * Creates an evaluation without a score, of an evaluator that does not report its usage.
     *
     * @param verdict   the judgement
     * @param extracted the part of the answer that was compared; empty if there was none
     * @param reason    why, in a short sentence
     * @param metadata  further facts by name
     */
    public Evaluation(Verdict verdict, Optional<String> extracted, String reason, Map<String, String> metadata) {
        this(verdict, OptionalDouble.empty(), extracted, reason, false, metadata, EvaluationUsage.UNKNOWN);
    }

    /**
     * Creates the evaluation of a right answer.
     *
     * @return a correct evaluation
     */
    public static Evaluation correct() {
        return new Evaluation(Verdict.CORRECT, Optional.empty(), "", Map.of());
    }

    /**
     * Creates the evaluation of a wrong answer.
     *
     * @param reason the reason, in a short sentence
     * @return an incorrect evaluation
     */
    public static Evaluation incorrect(String reason) {
        return new Evaluation(Verdict.INCORRECT, Optional.empty(), reason, Map.of());
    }

    /**
     * Creates the evaluation of an answer that makes no attempt, which counts as wrong.
     *
     * @param reason the evidence, in a short sentence
     * @return the evaluation
     */
    public static Evaluation notAttempted(String reason) {
        return new Evaluation(Verdict.NOT_ATTEMPTED, Optional.empty(), reason, Map.of());
    }

    /**
     * Creates an evaluation without a verdict, because the evaluator could not decide.
     *
     * @param reason why not
     * @return an unscored evaluation
     */
    public static Evaluation unscored(String reason) {
        return new Evaluation(Verdict.UNSCORED, Optional.empty(), reason, Map.of());
    }

    /**
     * Creates a failed evaluation.
     *
     * @param reason the cause
     * @return an unscored evaluation that remembers the failure
     */
    public static Evaluation failed(String reason) {
        return new Evaluation(Verdict.UNSCORED, OptionalDouble.empty(), Optional.empty(), reason, true, Map.of(),
                EvaluationUsage.UNKNOWN);
    }

    /**
     * Adds a score.
     *
     * @param value from 0 to 1
     * @return the same evaluation with that score
     */
    public Evaluation withScore(double value) {
        return new Evaluation(verdict, OptionalDouble.of(value), extracted, reason, failed, metadata, usage);
    }

    /**
     * Adds the part of the answer that was compared.
     *
     * @param value the text
     * @return the same evaluation with that text
     */
    public Evaluation withExtracted(String value) {
        return new Evaluation(verdict, score, Optional.of(value), reason, failed, metadata, usage);
    }

    /**
     * Replaces the further facts.
     *
     * @param value facts by name; without secrets, because they are kept with the run
     * @return the same evaluation with those facts
     */
    public Evaluation withMetadata(Map<String, String> value) {
        return new Evaluation(verdict, score, extracted, reason, failed, value, usage);
    }

    /**
     * Adds the usage of the evaluation.
     *
     * @param value calls, tokens, seconds and dollars
     * @return the same evaluation with that usage
     */
    public Evaluation withUsage(EvaluationUsage value) {
        return new Evaluation(verdict, score, extracted, reason, failed, metadata, value);
    }
}
