package dev.ipw.analysis.regression;

/**
 * The tokens and the seconds of the answered queries whose tokens are known.
 *
 * @param inputTokens          tokens of all prompts
 * @param outputTokens         tokens of all answers
 * @param contextOfAToken      the average number of context tokens before a token of an answer
 * @param pairsOfAToken        the average number of prompt tokens that a token of a prompt attends to
 * @param decodeShareOfSeconds the share of the seconds in flight that came after the first token
 */
record TokenWork(double inputTokens, double outputTokens, double contextOfAToken, double pairsOfAToken,
        double decodeShareOfSeconds) {

    static TokenWork of(RegressionColumns columns) {
        double input = 0;
        double output = 0;
        double context = 0;
        double pairs = 0;
        double seconds = 0;
        double toFirst = 0;
        for (int row = 0; row < columns.rows(); row++) {
            double prompt = columns.at(Column.INPUT_TOKENS, row);
            double answer = columns.at(Column.OUTPUT_TOKENS, row);
            if (!columns.hasFailed(row) && Double.isFinite(prompt + answer)) {
                input += prompt;
                output += answer;
                context += answer * (prompt + answer / 2);
                pairs += prompt * prompt / 2;
                double first = columns.at(Column.TIME_TO_FIRST_TOKEN, row);
                double total = columns.at(Column.TOTAL_TIME, row);
                seconds += Double.isFinite(first + total) ? total : 0;
                toFirst += Double.isFinite(first + total) ? first : 0;
            }
        }
        return new TokenWork(input, output, output > 0 ? context / output : 0, input > 0 ? pairs / input : 0,
                seconds > 0 ? 1 - toFirst / seconds : 1);
    }

    boolean hasAnswerTokens() {
        return outputTokens > 0;
    }
}
