package dev.ipw.examples.embedded;

/**
 * The choice of characters, their maximum number, and the stop texts.
 *
 * @param temperature 0 for the most likely character each time; above 0, scores are divided by it before drawing
 * @param topP        the total probability of the most likely characters to draw from; 1 for all
 * @param seed        the start of the random draws, without effect at temperature 0
 * @param maxTokens   the maximum number of tokens to generate, including the closing newline
 * @param stop        the texts at which the answer ends
 */
record Sampling(double temperature, double topP, long seed, int maxTokens, StopTexts stop) {

    Sampling {
        if (!(temperature >= 0) || Double.isInfinite(temperature)) {
            throw new IllegalArgumentException("temperature must be 0 or a positive number, not " + temperature);
        }
        if (!(topP > 0 && topP <= 1)) {
            throw new IllegalArgumentException("topP must be above 0 and at most 1, not " + topP);
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be at least 1, not " + maxTokens);
        }
    }

    /** Makes settings that draw from all characters, and end where the model does. */
    Sampling(double temperature, long seed, int maxTokens) {
        this(temperature, 1, seed, maxTokens, StopTexts.NONE);
    }

    /** Makes settings that always choose the most likely character. */
    static Sampling greedy(int maxTokens) {
        return new Sampling(0, 0, maxTokens);
    }

    /** Creates the chooser for one generation. */
    TokenChooser chooser() {
        return temperature == 0 ? TokenChooser.greedy() : TokenChooser.random(temperature, topP, seed);
    }
}
