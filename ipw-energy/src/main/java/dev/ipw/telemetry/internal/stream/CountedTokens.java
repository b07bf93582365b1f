package dev.ipw.telemetry.internal.stream;

/**
 * The tokens that servers counted relative to those that were expected, learned from finished requests.
 *
 * @param inputRatio         counted tokens of a prompt for each expected one
 * @param inputDeviation     the usual relative deviation from that ratio
 * @param outputRatio        counted tokens of an answer for each reported one
 * @param wholeTokensASecond the tokens of an answer that comes at once, for each second of its request
 */
record CountedTokens(double inputRatio, double inputDeviation, double outputRatio, double wholeTokensASecond) {
    static final CountedTokens UNKNOWN = new CountedTokens(1, 0.5, 1, 20);
    private static final double WEIGHT = 0.05;
    private static final double MAX_RATIO = 20;

    /**
     * Learns from a finished request.
     *
     * @param expectedInput the expected tokens of its prompt
     * @param countedInput  those that the server counted; zero if it did not
     */
    CountedTokens withInput(double expectedInput, double countedInput) {
        if (!(expectedInput > 0 && countedInput > 0)) {
            return this;
        }
        double ratio = Math.clamp(countedInput / expectedInput, 1 / MAX_RATIO, MAX_RATIO);
        return new CountedTokens(mean(inputRatio, ratio),
                mean(inputDeviation, Math.abs(countedInput / (inputRatio * expectedInput) - 1)), outputRatio,
                wholeTokensASecond);
    }

    /** Learns from a finished answer that came in pieces. */
    CountedTokens withOutput(double reported, double counted) {
        return reported > 0 && counted > 0
                ? new CountedTokens(inputRatio, inputDeviation,
                        mean(outputRatio, Math.clamp(counted / reported, 1 / MAX_RATIO, MAX_RATIO)),
                        wholeTokensASecond)
                : this;
    }

    /** Learns from a finished answer that came at once. */
    CountedTokens withWhole(double counted, double seconds) {
        return counted > 0 && seconds > 0
                ? new CountedTokens(inputRatio, inputDeviation, outputRatio,
                        mean(wholeTokensASecond, counted / seconds))
                : this;
    }

    private static double mean(double before, double next) {
        return before + WEIGHT * (next - before);
    }
}
