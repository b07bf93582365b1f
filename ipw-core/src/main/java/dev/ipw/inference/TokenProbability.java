package dev.ipw.inference;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A token and the probability that the model gave it at one place of an answer.
 *
 * @param text           the token's text
 * @param logProbability natural logarithm of its probability before temperature and nucleus, at most 0
 */
@API(status = API.Status.EXPERIMENTAL)
public record TokenProbability(String text, double logProbability) {
    /** Rejects a number that is no logarithm of a probability. */
    public TokenProbability {
        Objects.requireNonNull(text, "text");
        if (!(logProbability <= 0)) {
            throw new IllegalArgumentException("A log probability is at most 0, not " + logProbability);
        }
    }
}
