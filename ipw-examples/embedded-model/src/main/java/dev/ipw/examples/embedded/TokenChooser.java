package dev.ipw.examples.embedded;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Pick the next token; one instance serves one generation. */
@FunctionalInterface
interface TokenChooser {

    /**
     * Pick a token.
     *
     * @param logits one number per token, larger for likelier; not changed
     */
    int choose(float[] logits);

    /** Pick the largest number's token, the first of equals. */
    static TokenChooser greedy() {
        return TokenChooser::largest;
    }

    /** Draw each token with probability proportional to {@code exp(logit / temperature)}. */
    static TokenChooser random(double temperature, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        return logits -> draw(logits, temperature, random);
    }

    private static int draw(float[] logits, double temperature, RandomGenerator random) {
        float most = logits[largest(logits)];
        double[] weights = new double[logits.length];
        double total = 0;
        for (int token = 0; token < logits.length; token++) {
            weights[token] = Math.exp((logits[token] - most) / temperature);
            total += weights[token];
        }
        double left = random.nextDouble() * total;
        for (int token = 0; token < logits.length; token++) {
            left -= weights[token];
            if (left < 0) {
                return token;
            }
        }
        // Rounding can leave a crumb over; the likeliest token takes it.
        return largest(logits);
    }

    private static int largest(float[] logits) {
        int best = 0;
        for (int token = 1; token < logits.length; token++) {
            if (logits[token] > logits[best]) {
                best = token;
            }
        }
        return best;
    }
}
