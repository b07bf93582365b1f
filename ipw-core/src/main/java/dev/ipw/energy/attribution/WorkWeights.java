package dev.ipw.energy.attribution;

/**
 * Say what work weighs. Only the ratios matter.
 *
 * @param engineStep   one step of the engine, divided equally among the requests in it
 * @param prefillToken one prompt token worked through
 * @param decodeToken  one token generated; in fitted weights, those that a request gets together
 * @param contextToken one token of context read for a generated token
 * @param second       one second in which the engine works, divided equally among the requests it works on
 */
public record WorkWeights(double engineStep, double prefillToken, double decodeToken, double contextToken,
        double second) {
    static final int PARTS = 5;

    /** A generated token weighs what 20 prompt tokens do; the rest weighs nothing. */
    public static final WorkWeights TOKENS = new WorkWeights(0, 1, 20, 0, 0);

    static WorkWeights of(double[] parts) {
        return new WorkWeights(parts[0], parts[1], parts[2], parts[3], parts[4]);
    }

    double of(Work work, double fairSeconds) {
        return engineStep * work.engineSteps() + prefillToken * work.prefillTokens()
                + decodeToken * work.decodePasses() + contextToken * work.contextTokens() + second * fairSeconds;
    }
}
