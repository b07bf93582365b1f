package dev.ipw.evaluation;

import dev.ipw.inference.TokenUsage;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The usage of one evaluation: model calls, tokens, time and dollars. None of it is in the query's own numbers. Each
 * figure is absent where unknown.
 *
 * @param modelCalls   calls of models by the evaluator, including failed ones
 * @param inputTokens  tokens of their prompts
 * @param outputTokens tokens that they generated
 * @param seconds      its duration; if the evaluator does not report it, that of its call
 * @param dollars      its cost, in US dollars; if the evaluator does not report it, that of its calls by clients of its
 *                     {@link EvaluatorContext}, by the price list
 * @param cacheHits    judgements taken from the cache of an earlier run; none of them needed a call, or joules
 */
@API(status = API.Status.EXPERIMENTAL)
public record EvaluationUsage(OptionalLong modelCalls, OptionalLong inputTokens, OptionalLong outputTokens,
        OptionalDouble seconds, OptionalDouble dollars, OptionalLong cacheHits) {
    /** A usage without any figure. */
    public static final EvaluationUsage UNKNOWN = new EvaluationUsage(OptionalLong.empty(), OptionalLong.empty(),
            OptionalLong.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalLong.empty());
    /** The usage of an evaluation without a model: no call, no token, no dollar. */
    public static final EvaluationUsage NONE = new EvaluationUsage(OptionalLong.of(0), OptionalLong.of(0),
            OptionalLong.of(0), OptionalDouble.empty(), OptionalDouble.of(0), OptionalLong.of(0));

    /** Rejects negative figures, and those that are not a number. */
    public EvaluationUsage {
        requireCount(modelCalls, "model calls");
        requireCount(inputTokens, "input tokens");
        requireCount(outputTokens, "output tokens");
        requireCount(cacheHits, "judgements of a cache");
        requireAmount(seconds, "seconds");
        requireAmount(dollars, "dollars");
    }

    private static void requireCount(OptionalLong count, String name) {
        if (count.isPresent() && count.getAsLong() < 0) {
            throw new IllegalArgumentException("An evaluation uses 0 " + name + " or more, not " + count.getAsLong());
        }
    }

    private static void requireAmount(OptionalDouble amount, String name) {
        if (amount.isPresent() && !(amount.getAsDouble() >= 0 && Double.isFinite(amount.getAsDouble()))) {
            throw new IllegalArgumentException(
                    "An evaluation uses a finite number of " + name + ", 0 or more, not " + amount.getAsDouble());
        }
    }

    /**
     * Creates the usage of one model call of unknown price.
     *
     * @param tokens the tokens of the call
     * @return the usage; {@link #plus} adds further calls
     */
    public static EvaluationUsage ofCall(TokenUsage tokens) {
        return new EvaluationUsage(OptionalLong.of(1), tokens.input(), tokens.output(), OptionalDouble.empty(),
                OptionalDouble.empty(), OptionalLong.of(0));
    }

    /**
     * Adds another usage.
     *
     * @param other the other usage
     * @return the sums; each is absent unless both have it
     */
    public EvaluationUsage plus(EvaluationUsage other) {
        return new EvaluationUsage(sum(modelCalls, other.modelCalls), sum(inputTokens, other.inputTokens),
                sum(outputTokens, other.outputTokens), sum(seconds, other.seconds), sum(dollars, other.dollars),
                sum(cacheHits, other.cacheHits));
    }

    /** Returns a sum; one that overflows is unknown. */
    private static OptionalLong sum(OptionalLong one, OptionalLong other) {
        if (one.isEmpty() || other.isEmpty()) {
            return OptionalLong.empty();
        }
        long sum = one.getAsLong() + other.getAsLong();
        return sum < 0 ? OptionalLong.empty() : OptionalLong.of(sum);
    }

    static OptionalDouble sum(OptionalDouble one, OptionalDouble other) {
        if (one.isEmpty() || other.isEmpty()) {
            return OptionalDouble.empty();
        }
        double sum = one.getAsDouble() + other.getAsDouble();
        return Double.isFinite(sum) ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /**
     * Sets the time.
     *
     * @param value the time in seconds
     * @return the same usage with that time
     */
    public EvaluationUsage withSeconds(double value) {
        return new EvaluationUsage(modelCalls, inputTokens, outputTokens, OptionalDouble.of(value), dollars,
                cacheHits);
    }

    /**
     * Sets the cost.
     *
     * @param value US dollars
     * @return the same usage with that price
     */
    public EvaluationUsage withDollars(double value) {
        return new EvaluationUsage(modelCalls, inputTokens, outputTokens, seconds, OptionalDouble.of(value),
                cacheHits);
    }

    /**
     * Sets the number of judgements taken from a cache.
     *
     * @param value the number of judgements
     * @return the same usage with that number
     */
    public EvaluationUsage withCacheHits(long value) {
        return new EvaluationUsage(modelCalls, inputTokens, outputTokens, seconds, dollars, OptionalLong.of(value));
    }
}
