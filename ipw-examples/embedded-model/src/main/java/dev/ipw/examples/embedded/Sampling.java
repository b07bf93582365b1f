package dev.ipw.examples.embedded;

/**
 * How characters are picked, how many, and where they end.
 *
 * @param temperature 0 for the likeliest character each time; above 0, scores are divided by it before drawing
 * @param topP        the likeliest characters that together have this probability are drawn from; 1 for all
 * @param seed        the start of the random draws, without effect at temperature 0
 * @param maxTokens   the most tokens to generate, the closing newline included
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

    /** Draws from all characters, and end where the model does. */
    Sampling(double temperature, long seed, int maxTokens) {
        this(temperature, 1, seed, maxTokens, StopTexts.NONE);
    }

    /** Always picks the likeliest character. */
    static Sampling greedy(int maxTokens) {
        return new Sampling(0, 0, maxTokens);
    }

    /** Creates the chooser for one generation. */
    TokenChooser chooser() {
        return temperature == 0 ? TokenChooser.greedy() : TokenChooser.random(temperature, topP, seed);
    }
}
