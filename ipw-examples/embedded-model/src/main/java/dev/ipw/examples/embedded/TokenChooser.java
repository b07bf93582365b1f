package dev.ipw.examples.embedded;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** A chooser of the next token; one instance serves one generation. */
@FunctionalInterface
interface TokenChooser {

    /**
     * Chooses a token.
     *
     * @param logits one number per token, larger for more likely ones; not changed
     */
    int choose(float[] logits);

    /** Makes a chooser of the token with the largest number, the first of equals. */
    static TokenChooser greedy() {
        return TokenChooser::largest;
    }

    /**
     * Makes a chooser that draws each token with probability proportional to {@code exp(logit / temperature)}, from the
     * most likely ones that together have the probability {@code topP}.
     */
    static TokenChooser random(double temperature, double topP, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        return logits -> draw(TokenProbabilities.of(logits, temperature), topP, random);
    }

    private static int draw(TokenProbabilities probabilities, double topP, RandomGenerator random) {
        int[] likeliest = probabilities.likeliest();
        double total = 0;
        int count = 0;
        while (count < likeliest.length && (count == 0 || total < topP)) {
            total += probabilities.probability(likeliest[count]);
            count++;
        }
        double left = random.nextDouble() * total;
        for (int place = 0; place < count; place++) {
            left -= probabilities.probability(likeliest[place]);
            if (left < 0) {
                return likeliest[place];
            }
        }
        // Rounding can leave a small remainder; the most likely token takes it.
        return likeliest[0];
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
