package dev.ipw.energy.attribution;

/**
 * Weigh kinds of work. Only the ratios matter.
 *
 * @param engineStep   one step of the engine, divided equally among the requests in it
 * @param prefillToken one prompt token worked through
 * @param decodeToken  one token generated; in fitted weights, those that a request gets together
 * @param contextToken one token of context read for a generated token
 * @param promptPair   one pair of prompt tokens that look at each other
 */
public record WorkWeights(double engineStep, double prefillToken, double decodeToken, double contextToken,
        double promptPair) {
    /** A generated token weighs what 20 prompt tokens do; the rest weighs nothing. */
    public static final WorkWeights TOKENS = new WorkWeights(0, 1, 20, 0, 0);
}
