package dev.ipw.analysis.statistics;

/**
 * A predictor that a fit omits.
 *
 * @param predictor its number, counted from 0
 * @param reason    why
 */
public record UnusedPredictor(int predictor, Reason reason) {
    /** The reasons why a predictor is not used. */
    public enum Reason {
        /** It has the same value in every row. */
        CONSTANT,
        /** It is a combination of those before it, so that their effects cannot be separated. */
        COLLINEAR
    }
}
