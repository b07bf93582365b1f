package dev.ipw.analysis.definition;

/**
 * The values from which tools compute their figures: the moments of one whole answer, in seconds since the call, and
 * its tokens. An unknown value is NaN, and so is every figure that uses it.
 *
 * @param firstByte    when the first byte arrived
 * @param first        when the first token of any kind arrived
 * @param firstVisible when the first token of the answer arrived
 * @param last         when the last token arrived
 * @param end          when the response ended
 * @param tokens       tokens of the answer, as the server counted them
 * @param chunks       the number of chunks with tokens
 * @param hasReasoning whether it has reasoning
 */
record Moments(double firstByte, double first, double firstVisible, double last, double end, double tokens, int chunks,
        boolean hasReasoning) {

    /** Spreads a time over all tokens but the first. */
    double overTheRest(double seconds) {
        return tokens > 1 ? seconds / (tokens - 1) : Double.NaN;
    }
}
