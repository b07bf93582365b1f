package dev.ipw.benchmarks.scoring;

/**
 * How sure a model was of an answer, and whether it was right.
 *
 * @param confidence from 0 to 1
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
