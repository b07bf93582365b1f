package dev.ipw.engine.statistics;

import java.util.Objects;

/**
 * Name a predictor that a fit does without.
 *
 * @param predictor its number, counted from 0
 * @param reason    why
 */
public record UnusedPredictor(int predictor, Reason reason) {
    /** List why a predictor is not used. */
    public enum Reason {
        /** It has the same value in every row. */
        CONSTANT,
        /** It follows from those before it, so that their effects cannot be distinguished. */
        COLLINEAR
    }

    /** Refuse nulls. */
    public UnusedPredictor {
        Objects.requireNonNull(reason, "reason");
    }
}
