package dev.ipw.inference;

import java.util.Objects;

/**
 * A token and how likely the model held it to be at one place of an answer.
 *
 * @param text           the token's text
 * @param logProbability natural logarithm of its probability before temperature and nucleus, at most 0
 */
public record TokenProbability(String text, double logProbability) {
    /** Refuses what is no logarithm of a probability. */
    public TokenProbability {
        Objects.requireNonNull(text, "text");
        if (!(logProbability <= 0)) {
            throw new IllegalArgumentException("A log probability is at most 0, not " + logProbability);
        }
    }
}
