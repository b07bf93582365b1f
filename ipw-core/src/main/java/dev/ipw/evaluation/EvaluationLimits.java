package dev.ipw.evaluation;

import dev.ipw.error.ConfigurationException;
import java.time.Duration;

/**
 * Hold the limits of an evaluation.
 *
 * @param concurrency how many are judged at once, 1 to {@value #MOST_CONCURRENCY}
 * @param timeout     how long evaluating one of them may take, up to a day; then it is interrupted and counts as failed
 */
public record EvaluationLimits(int concurrency, Duration timeout) {
    /** The most evaluations at once. */
    public static final int MOST_CONCURRENCY = 1024;

    private static final Duration MOST_TIME = Duration.ofDays(1);
    private static final EvaluationLimits DEFAULTS = new EvaluationLimits(4, Duration.ofMinutes(5));

    /** Refuse what cannot work, as a {@link ConfigurationException}. */
    public EvaluationLimits {
        if (concurrency < 1 || concurrency > MOST_CONCURRENCY) {
            throw new ConfigurationException("The number of answers evaluated at once (--eval-concurrency) must "
                    + "be 1 to "
                    + MOST_CONCURRENCY + ", not " + concurrency);
        }
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MOST_TIME) > 0) {
            throw new ConfigurationException("The time to evaluate an answer (--eval-timeout) must be above 0 "
                    + "and at most "
                    + MOST_TIME.toHours() + " hours, not " + timeout.toMillis() / 1000.0 + " s");
        }
    }

    /**
     * Return the default limits.
     *
     * @return four at once, five minutes each
     */
    public static EvaluationLimits defaults() {
        return DEFAULTS;
    }
}
