package dev.ipw.energy.attribution;

import org.apiguardian.api.API;

/**
 * The weights of kinds of work. Only the ratios matter.
 *
 * @param engineStep   one step of the engine, divided equally among the requests in it
 * @param prefillToken one processed prompt token
 * @param decodeToken  one generated token; in fitted weights, the tokens that a request gets together
 * @param contextToken one token of context read for a generated token
 * @param promptPair   one pair of prompt tokens that attend to each other
 */
@API(status = API.Status.EXPERIMENTAL)
public record WorkWeights(double engineStep, double prefillToken, double decodeToken, double contextToken,
        double promptPair) {
    /** A generated token weighs as much as 20 prompt tokens; the rest weighs nothing. */
    public static final WorkWeights TOKENS = new WorkWeights(0, 1, 20, 0, 0);
}
