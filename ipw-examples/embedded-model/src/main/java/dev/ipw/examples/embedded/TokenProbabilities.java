package dev.ipw.examples.embedded;

import java.util.Comparator;
import java.util.stream.IntStream;

/** The probabilities of all tokens at one place. */
final class TokenProbabilities {
    private final double[] logarithms;

    private TokenProbabilities(double[] logarithms) {
        this.logarithms = logarithms;
    }

    /**
     * Converts scores into probabilities, in proportion to {@code exp(logit / temperature)}.
     *
     * @param temperature above 0; 1 for the model's own probabilities
     */
    static TokenProbabilities of(float[] logits, double temperature) {
        double most = Double.NEGATIVE_INFINITY;
        for (float logit : logits) {
            most = Math.max(most, logit);
        }
        double[] logarithms = new double[logits.length];
        double total = 0;
        for (int token = 0; token < logits.length; token++) {
            logarithms[token] = (logits[token] - most) / temperature;
            total += Math.exp(logarithms[token]);
        }
        double norm = Math.log(total);
        for (int token = 0; token < logits.length; token++) {
            logarithms[token] -= norm;
        }
        return new TokenProbabilities(logarithms);
    }

    double logarithm(int token) {
        return logarithms[token];
    }

    double probability(int token) {
        return Math.exp(logarithms[token]);
    }

    /** Returns all tokens, the most likely first, equals in the order of the vocabulary. */
    int[] likeliest() {
        return IntStream.range(0, logarithms.length).boxed()
                .sorted(Comparator.comparingDouble((Integer token) -> logarithms[token]).reversed())
                .mapToInt(Integer::intValue).toArray();
    }
}
