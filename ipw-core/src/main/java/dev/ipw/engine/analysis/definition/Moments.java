package dev.ipw.engine.analysis.definition;

/**
 * Hold what tools build their figures of: the moments of one whole answer, in seconds since the call, and its tokens. What is
 * not known is NaN, and so is every figure that takes it.
 *
 * @param firstByte    when the first byte came
 * @param first        when the first token of any kind came
 * @param firstVisible when the first token of the answer came
 * @param last         when the last token came
 * @param end          when the response ended
 * @param tokens       tokens of the answer, as the server counted them
 * @param chunks       how many chunks carried some
 * @param hasReasoning whether it has reasoning
 */
record Moments(double firstByte, double first, double firstVisible, double last, double end, double tokens, int chunks,
        boolean hasReasoning) {

    /** Spreads a time over all tokens but the first. */
    double overTheRest(double seconds) {
        return tokens > 1 ? seconds / (tokens - 1) : Double.NaN;
    }
}
