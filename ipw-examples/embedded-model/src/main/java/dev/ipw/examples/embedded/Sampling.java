package dev.ipw.examples.embedded;

/**
 * Hold how characters are picked, and how many.
 *
 * @param temperature 0 for the likeliest character each time; above 0, scores are divided by it before drawing
 * @param seed the start of the random draws, without effect at temperature 0
 * @param maxTokens the most tokens to generate, the closing newline included
 */
record Sampling(double temperature, long seed, int maxTokens) {

    Sampling {
        if (!(temperature >= 0) || Double.isInfinite(temperature)) {
            throw new IllegalArgumentException("temperature must be 0 or a positive number, not " + temperature);
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be at least 1, not " + maxTokens);
        }
    }

    /** Always picks the likeliest character. */
    static Sampling greedy(int maxTokens) {
        return new Sampling(0, 0, maxTokens);
    }

    /** Create the chooser for one generation. */
    TokenChooser chooser() {
        return temperature == 0 ? TokenChooser.greedy() : TokenChooser.random(temperature, seed);
    }
}
