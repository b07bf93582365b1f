package dev.ipw.meter.engine;

/**
 * The lengths of requests, in tokens.
 *
 * @param promptMedian the median of prompts
 * @param promptSpread the spread of their logarithms
 * @param promptMost   their maximum
 * @param answerMedian the median of answers
 * @param answerSpread the spread of their logarithms
 * @param answerMost   their maximum
 */
record Lengths(int promptMedian, double promptSpread, int promptMost, int answerMedian, double answerSpread,
        int answerMost) {
    static final Lengths CHAT = new Lengths(300, 0.9, 4000, 180, 0.8, 1500);
    static final Lengths LONG_PROMPTS = new Lengths(4000, 0.7, 24_000, 120, 0.6, 600);
    static final Lengths REASONING = new Lengths(400, 0.8, 3000, 1500, 0.7, 8000);
    static final Lengths SHORT = new Lengths(120, 0.6, 600, 60, 0.7, 300);

    int prompt(Draw draw) {
        return draw.count(promptMedian, promptSpread, promptMost);
    }

    int answer(Draw draw) {
        return draw.count(answerMedian, answerSpread, answerMost);
    }

    int mostTokens() {
        return promptMost + answerMost;
    }

    int medianTokens() {
        return promptMedian + answerMedian;
    }
}
