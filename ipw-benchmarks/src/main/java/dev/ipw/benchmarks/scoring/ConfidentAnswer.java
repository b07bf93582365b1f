package dev.ipw.benchmarks.scoring;

/**
 * The confidence of a model in an answer, and the correctness of the answer.
 *
 * @param confidence the confidence from 0 to 1
 * @param correct    whether the answer is right
 */
public record ConfidentAnswer(double confidence, boolean correct) {
    /** Rejects a confidence outside 0 to 1. */
    public ConfidentAnswer {
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("A confidence is from 0 to 1, not " + confidence);
        }
    }
}
