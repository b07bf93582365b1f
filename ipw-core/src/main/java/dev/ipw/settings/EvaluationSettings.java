package dev.ipw.settings;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.secret.Redaction;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The settings of the evaluation.
 *
 * @param evaluator   the id of the evaluator of all answers; empty for the one that each question names
 * @param parameters  its parameters, by name
 * @param concurrency the number of answers that are evaluated at once
 * @param timeout     the time limit for evaluating one answer
 */
@API(status = API.Status.EXPERIMENTAL)
public record EvaluationSettings(Optional<String> evaluator, Map<String, String> parameters, int concurrency,
        Duration timeout) {
    private static final Duration MAX_TIME = Duration.ofDays(1);
    /** The evaluators that the questions name, four answers at once, five minutes for each. */
    public static final EvaluationSettings DEFAULTS = new EvaluationSettings(Optional.empty(), Map.of(), 4,
            Duration.ofMinutes(5));
    private static final int MAX_CONCURRENCY = 1024;

    /** Copies the parameters; rejects nulls, and invalid values with a {@link ConfigurationException}. */
    public EvaluationSettings {
        Objects.requireNonNull(evaluator, "evaluator");
        parameters = Map.copyOf(parameters);
        if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
            throw new ConfigurationException("The number of answers evaluated at once (" + Setting.EVAL_CONCURRENCY
                    + ") must be 1 to " + MAX_CONCURRENCY + ", not " + concurrency);
        }
        if (!timeout.isPositive() || timeout.compareTo(MAX_TIME) > 0) {
            throw new ConfigurationException("The time to evaluate an answer (" + Setting.EVAL_TIMEOUT
                    + ") must be above 0 and at most " + MAX_TIME.toHours() + " hours, not " + Parts.seconds(timeout)
                    + " s");
        }
    }

    /**
     * Evaluates every answer with one evaluator, even if the questions name others.
     *
     * @param id for example {@code numeric}
     * @return the changed copy
     */
    public EvaluationSettings evaluator(String id) {
        return new EvaluationSettings(Optional.of(id), parameters, concurrency, timeout);
    }

    /**
     * Adds parameters, such as tolerances, of the evaluator chosen by {@link #evaluator(String)}.
     *
     * @param more the parameters by name; they replace those of the same name
     * @return a copy with them
     */
    public EvaluationSettings parameters(Map<String, String> more) {
        return new EvaluationSettings(evaluator, Parts.joined(parameters, more), concurrency, timeout);
    }

    /**
     * Evaluates several answers at once.
     *
     * @param answers 1 to 1024
     * @return the changed copy
     * @throws ConfigurationException if it is out of range
     */
    public EvaluationSettings concurrency(int answers) {
        return new EvaluationSettings(evaluator, parameters, answers, timeout);
    }

    /**
     * Sets the time limit for evaluating one answer.
     *
     * @param longest above zero, at most a day
     * @return the changed copy
     * @throws ConfigurationException if it is out of range
     */
    public EvaluationSettings timeout(Duration longest) {
        return new EvaluationSettings(evaluator, parameters, concurrency, longest);
    }

    /**
     * Removes the secrets, so that the settings can be kept.
     *
     * @return a copy with a placeholder for each
     */
    public EvaluationSettings withoutSecrets() {
        return new EvaluationSettings(evaluator, Redaction.parameters(parameters), concurrency, timeout);
    }
}
